/// The series that stand for the integrals of a geodesic, in Karney's names (Algorithms for geodesics, J. Geodesy 87,
/// 2013, doi:10.1007/s00190-012-0578-z), to order 6, and 5 for longitudes and areas, which come multiplied by the
/// flattening: `eps` is his ε, 0 at the equator and 0.00168 for a meridian.
enum GeodesicSeries {
    /// A1 - 1: metres along the geodesic for angles on the auxiliary sphere (15, 17).
    @inline(__always)
    static func a1m1(_ eps: Double) -> Double {
        let eps2 = eps * eps
        return (eps + eps2 * eps2.polynomial(0.25, 0.015625, 0.00390625)) / (1 - eps)
    }

    /// C1, the sines that go with A1 (18).
    @inline(__always)
    static func c1(_ eps: Double) -> Coefficients {
        let eps2 = eps * eps
        return Coefficients(
            eps * eps2.polynomial(-0.5, 0.1875, -0.03125),
            eps2 * eps2.polynomial(-0.0625, 0.03125, -0.00439453125),
            eps2 * eps * eps2.polynomial(-0.020833333333333332, 0.01171875),
            eps2 * eps2 * eps2.polynomial(-0.009765625, 0.005859375),
            eps2 * eps2 * eps * -0.00546875,
            eps2 * eps2 * eps2 * -0.00341796875)
    }

    /// C1', which reverts C1 (21).
    @inline(__always)
    static func c1p(_ eps: Double) -> Coefficients {
        let eps2 = eps * eps
        return Coefficients(
            eps * eps2.polynomial(0.5, -0.28125, 0.13346354166666666),
            eps2 * eps2.polynomial(0.3125, -0.3854166666666667, 0.325927734375),
            eps2 * eps * eps2.polynomial(0.3020833333333333, -0.5859375),
            eps2 * eps2 * eps2.polynomial(0.3509114583333333, -0.933984375),
            eps2 * eps2 * eps * 0.45143229166666665,
            eps2 * eps2 * eps2 * 0.6198079427083333)
    }

    /// A2 - 1, for the reduced length (41, 42).
    @inline(__always)
    static func a2m1(_ eps: Double) -> Double {
        let eps2 = eps * eps
        return (1 - eps) * eps2 * eps2.polynomial(0.25, 0.140625, 0.09765625) - eps
    }

    /// C2, the sines that go with A2 (43).
    @inline(__always)
    static func c2(_ eps: Double) -> Coefficients {
        let eps2 = eps * eps
        return Coefficients(
            eps * eps2.polynomial(0.5, 0.0625, 0.03125),
            eps2 * eps2.polynomial(0.1875, 0.03125, 0.01708984375),
            eps2 * eps * eps2.polynomial(0.10416666666666667, 0.01953125),
            eps2 * eps2 * eps2.polynomial(0.068359375, 0.013671875),
            eps2 * eps2 * eps * 0.04921875,
            eps2 * eps2 * eps2 * 0.03759765625)
    }

    /// A3: longitudes on the ellipsoid for those on the auxiliary sphere (24), for the flattening of WGS 84.
    @inline(__always)
    static func a3(_ eps: Double) -> Double {
        eps.polynomial(
            1.0,
            -0.49916038980680816,
            -0.2502088451303832,
            -0.06281502857906797,
            -0.04692791641066043,
            -0.02350315026777489)
    }

    /// C3, the sines that go with A3 (25).
    @inline(__always)
    static func c3(_ eps: Double) -> Coefficients {
        let eps2 = eps * eps
        return Coefficients(
            eps
                * eps.polynomial(
                    0.24958019490340408,
                    0.12499964752736174,
                    0.04695366902660743,
                    0.039088781803197296,
                    0.023473593541030603),
            eps2 * eps.polynomial(0.062342661206936094, 0.046822392333655975, 0.02345051966557917, 0.01953778729552797),
            eps2 * eps * eps.polynomial(0.02596302661819293, 0.0233937263666042, 0.013667431360011523),
            eps2 * eps2 * eps.polynomial(0.013626013859048916, 0.013639068172056255),
            eps2 * eps2 * eps * 0.008173648727178472)
    }

    /// C4, the cosines of the area below a geodesic (63), for the flattening of WGS 84.
    @inline(__always)
    static func c4(_ eps: Double) -> Coefficients {
        let eps2 = eps * eps
        return Coefficients(
            eps.polynomial(
                0.6662190894642604,
                -0.19923321555984239,
                -0.01921732223215487,
                0.03474228058172641,
                0.0035034823555959993,
                0.0064429858801224975),
            eps
                * eps.polynomial(
                    0.0221370239510936,
                    -0.01893413691240112,
                    -0.009510765747299263,
                    0.003426700837827635,
                    0.00011234309755892),
            eps2
                * eps.polynomial(
                    0.007584982177750598, -0.0050422516205522495, -0.0041419856145154255, 0.000733561683103259),
            eps2 * eps * eps.polynomial(0.003610426564444351, -0.0019626682199957576, -0.0021470316457462167),
            eps2 * eps2 * eps.polynomial(0.0020416863363781857, -0.0009387497418527641),
            eps2 * eps2 * eps * 0.0012847120983132583)
    }
}
