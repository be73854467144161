"""The series of C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43-55 (2013), doi:10.1007/s00190-012-0578-z, derived
from the integrals they expand, with fractions, for the flattening of WGS 84.

A series in eps whose coefficients are Laurent polynomials in z = exp(2i sigma) is a dictionary {(power of eps, power of z): fraction}.
With k^2 = 4 eps / (1 - eps)^2 the root in the integrals is a product, from which everything follows:

    sqrt(1 + k^2 sin^2 sigma) = sqrt(1 - eps z) sqrt(1 - eps / z) / (1 - eps)
"""

from fractions import Fraction
from math import factorial

FLATTENING = 1 / Fraction("298.257223563")
THIRD_FLATTENING = FLATTENING / (2 - FLATTENING)
SECOND_ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING) / (1 - FLATTENING) ** 2
# Distances to order 6 (section 3). Longitudes and areas come multiplied by the flattening: order 5 does for them.
DISTANCE_ORDER = 6
LONGITUDE_ORDER = 5
AREA_ORDER = 5
# Of a line inside of a function, see .swift-format.
WIDTH = 112


def times(a, b, order):
    product = {}
    for (i, j), x in a.items():
        for (k, l), y in b.items():
            if i + k <= order:
                product[i + k, j + l] = product.get((i + k, j + l), 0) + x * y
    return product


def plus(a, b, factor=1):
    total = dict(a)
    for power, x in b.items():
        total[power] = total.get(power, 0) + factor * x
    return total


def binomial(exponent, z, order):
    """(1 - eps z^sign) to the power of `exponent`; `z` is the sign."""
    series, coefficient = {}, Fraction(1)
    for i in range(order + 1):
        series[i, i * z] = coefficient
        coefficient *= (exponent - i) * Fraction(-1, i + 1)
    return series


def root(exponent, order):
    """(1 + k^2 sin^2 sigma) to the power of `exponent`, times (1 - eps) to the power of twice that."""
    exponent = Fraction(exponent)
    return times(binomial(exponent, 1, order), binomial(exponent, -1, order), order)


def power_of_z(series, z, order):
    """The coefficients by power of eps that stand with z^z."""
    return [series.get((i, z), Fraction(0)) for i in range(order + 1)]


def divided(a, b):
    quotient = []
    for i in range(len(a)):
        quotient.append((a[i] - sum(quotient[j] * b[i - j] for j in range(i))) / b[0])
    return quotient


def integrated(integrand, order):
    """Of an even integrand c0 + sum of c_l (z^l + z^-l): c0, and C_l with integral c0 (sigma + sum of C_l sin 2 l sigma)."""
    mean = power_of_z(integrand, 0, order)
    sines = [divided([x / l for x in power_of_z(integrand, l, order)], mean) for l in range(1, order + 1)]
    return mean, sines


def reverted(sines, order):
    """C' with sigma = tau + sum of C'_l sin 2 l tau, where tau = sigma + sum of C_l sin 2 l sigma: Lagrange's theorem."""
    sum_of_sines = {}
    for l, series in enumerate(sines, 1):
        for i, x in enumerate(series):
            if x:
                sum_of_sines[i, l], sum_of_sines[i, -l] = x, -x
    result = [[Fraction(0)] * (order + 1) for _ in range(order)]
    power = {(0, 0): Fraction(1)}
    for m in range(1, order + 1):
        power = times(power, sum_of_sines, order)
        for l in range(1, order + 1):
            for i, x in enumerate(power_of_z(power, l, order)):
                result[l - 1][i] += Fraction((-1) ** m * l ** (m - 1), factorial(m)) * x
    return result


def longitude():
    """A3 and C3 of (23) to (25): the integrand of (8) is 1 / (1 + (1 - n)(r - 1) / 2), r being the root."""
    order = LONGITUDE_ORDER
    bent = times(root(Fraction(1, 2), order), {(i, 0): Fraction(1) for i in range(order + 1)}, order)
    step = {power: -(1 - THIRD_FLATTENING) / 2 * x for power, x in plus(bent, {(0, 0): Fraction(1)}, -1).items()}
    integrand, power = {(0, 0): Fraction(1)}, {(0, 0): Fraction(1)}
    for _ in range(order):
        power = times(power, step, order)
        integrand = plus(integrand, power)
    return integrated(integrand, order)


def area():
    """C4 of (62) and (63): the cosines of I4, with t(x) - t(y) over x - y from the power series of t(x) = x + sqrt(1/x + 1) asinh sqrt x."""
    order = AREA_ORDER
    # asinh(s) / s and sqrt(1 + x), by powers of x = s^2; what x = e'^2 leaves out at this length is below 1e-30.
    length = 14 + order
    arc = [Fraction((-1) ** i * factorial(2 * i), 4**i * factorial(i) ** 2 * (2 * i + 1)) for i in range(length)]
    square_root, coefficient = [], Fraction(1)
    for i in range(length):
        square_root.append(coefficient)
        coefficient *= (Fraction(1, 2) - i) / (i + 1)
    t = [sum(arc[j] * square_root[i - j] for j in range(i + 1)) for i in range(length)]
    t[1] += 1
    # y = k^2 sin^2 sigma = eps / (1 - eps)^2 (2 - z - 1/z)
    y = {}
    for i in range(1, order + 1):
        y[i, 0], y[i, 1], y[i, -1] = Fraction(2 * i), Fraction(-i), Fraction(-i)
    quotient, power = {}, {(0, 0): Fraction(1)}
    for i in range(order + 1):
        factor = sum(t[j] * SECOND_ECCENTRICITY_SQUARED ** (j - 1 - i) for j in range(i + 1, length))
        quotient = plus(quotient, power, factor)
        power = times(power, y, order)
    # Times -sin(sigma) / 2, integrated: cos 2 l sigma sin sigma is half of sin (2l + 1) sigma - sin (2l - 1) sigma.
    cosines = [[Fraction(0)] * (order + 1) for _ in range(order + 1)]
    for l in range(order + 1):
        for i, x in enumerate(power_of_z(quotient, l, order)):
            if l == 0:
                cosines[0][i] += x / 2
                continue
            if l <= order:
                cosines[l][i] += x / 2 / (2 * l + 1)
            cosines[l - 1][i] -= x / 2 / (2 * l - 1)
    return cosines


def number(x):
    text = repr(float(x))
    return text if "e" in text or "." in text else text + ".0"


def polynomial(coefficients, step=1):
    """A polynomial in eps, or in eps squared for a step of 2, from the least power on; what is common to all stands before it."""
    last = max(i for i, x in enumerate(coefficients) if x)
    first = min(i for i, x in enumerate(coefficients) if x)
    text = ", ".join(number(x) for x in coefficients[first : last + 1 : step])
    if first < last:
        text = f"{'eps2' if step == 2 else 'eps'}.polynomial({text})"
    return " * ".join(["eps2"] * (first // 2) + ["eps"] * (first % 2) + [text])


def parity(coefficients):
    return 2 if all(not x for x in coefficients[1::2]) or all(not x for x in coefficients[0::2]) else 1


def call(name, arguments, end, indent):
    """A call in the shape that swift format gives it."""
    line = f"{indent}{name}({', '.join(arguments)}){end}"
    if len(line) <= WIDTH:
        return [line]
    inner = f"{indent}    {', '.join(arguments)}){end}"
    if len(inner) <= WIDTH:
        return [f"{indent}{name}(", inner]
    lines = [f"{indent}{name}("]
    for argument in arguments:
        lines.append(f"{indent}    {argument}" + ("," if argument is not arguments[-1] else f"){end}"))
    return lines


def expression(text, end, indent):
    """A term of `polynomial`, broken where it is too long."""
    if ".polynomial(" not in text or len(indent + text + end) <= WIDTH:
        return [f"{indent}{text}{end}"]
    name, _, arguments = text.partition(".polynomial(")
    factor, times, variable = name.rpartition(" * ")
    lines = [f"{indent}{factor}"] if factor else []
    name = f"* {variable}.polynomial" if factor else f"{variable}.polynomial"
    return lines + call(name, arguments[:-1].split(", "), end, indent + ("    " if factor else ""))


def function(comment, name, result, lines):
    yield from (f"    /// {line}" for line in comment)
    yield "    @inline(__always)"
    yield f"    static func {name}(_ eps: Double) -> {result} {{"
    lines = [f"        {line}" for line in lines]
    if any("eps2" in line for line in lines):
        yield "        let eps2 = eps * eps"
        lines[0] = lines[0].replace("        ", "        return ", 1)
    yield from lines
    yield "    }"


def sines(name, comment, series):
    lines = ["Coefficients("]
    for l, coefficients in enumerate(series):
        lines += expression(polynomial(coefficients, parity(coefficients)), "," if l + 1 < len(series) else ")", "    ")
    yield from function(comment, name, "Coefficients", lines)


def text():
    distance, distance_sines = integrated(root(Fraction(1, 2), DISTANCE_ORDER), DISTANCE_ORDER)
    reduced, reduced_sines = integrated(root(Fraction(-1, 2), DISTANCE_ORDER), DISTANCE_ORDER)
    mean_longitude, longitude_sines = longitude()
    distance[0] = reduced[0] = Fraction(0)
    yield "// Written by Scripts/generate from Scripts/generation/geodesic.py. Do not edit."
    yield ""
    yield "/// The series that stand for the integrals of a geodesic, in Karney's names (Algorithms for geodesics, J. Geodesy 87,"
    yield "/// 2013, doi:10.1007/s00190-012-0578-z): `eps` is his ε, 0 at the equator and 0.00168 for a meridian."
    yield "enum GeodesicSeries {"
    yield from function(
        ["A1 - 1: metres along the geodesic for angles on the auxiliary sphere (15, 17)."], "a1m1", "Double",
        [f"(eps + {polynomial(distance, 2)}) / (1 - eps)"])
    yield ""
    yield from sines("c1", ["C1, the sines that go with A1 (18)."], distance_sines)
    yield ""
    yield from sines("c1p", ["C1', which reverts C1 (21)."], reverted(distance_sines, DISTANCE_ORDER))
    yield ""
    yield from function(
        ["A2 - 1, for the reduced length (41, 42)."], "a2m1", "Double",
        [f"(1 - eps) * {polynomial(reduced, 2)} - eps"])
    yield ""
    yield from sines("c2", ["C2, the sines that go with A2 (43)."], reduced_sines)
    yield ""
    yield from function(
        ["A3: longitudes on the ellipsoid for those on the auxiliary sphere (24), for the flattening of WGS 84."], "a3", "Double",
        expression(polynomial(mean_longitude), "", ""))
    yield ""
    yield from sines("c3", ["C3, the sines that go with A3 (25)."], longitude_sines)
    yield ""
    yield from sines("c4", ["C4, the cosines of the area below a geodesic (63), for the flattening of WGS 84."], area())
    yield "}"


def files(_root):
    yield "Sources/Values/LocationModel/Geodesy/GeodesicSeries.swift", "\n".join(text()) + "\n"
