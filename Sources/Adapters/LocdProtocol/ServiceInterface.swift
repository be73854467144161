/// The interface `org.varlink.service`, which every Varlink service implements.
public enum ServiceInterface {
    /// The name.
    public static let name = "org.varlink.service"

    /// The interface, in the Varlink interface language.
    public static let description = """
        # Describes a service.
        interface org.varlink.service

        # The vendor and the interfaces of the service.
        method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)

        # The text of one interface.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The interface does not exist.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface defines the method, but this service does not implement it.
        error MethodNotImplemented (method: string)

        # A parameter is unknown, missing, or has the wrong type.
        error InvalidParameter (parameter: string)

        # The caller is not permitted to do this.
        error PermissionDenied ()

        # The method only accepts calls with more.
        error ExpectedMore ()

        """

    /// `GetInfo`: the vendor and the interfaces of the service.
    public enum GetInfo: VarlinkMethod {
        /// None.
        public typealias Parameters = NoParameters
        /// The vendor, the product and its interfaces.
        public struct Reply: Codable, Sendable, Hashable {
            /// The vendor.
            public var vendor: String
            /// The name of the product.
            public var product: String
            /// Its version.
            public var version: String
            /// The URL for further information; may be empty.
            public var url: String
            /// The names of its interfaces.
            public var interfaces: [String]

            /// Answers with all members.
            public init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
                self.vendor = vendor
                self.product = product
                self.version = version
                self.url = url
                self.interfaces = interfaces
            }
        }
        /// The full name.
        public static let name = "org.varlink.service.GetInfo"
    }

    /// `GetInterfaceDescription`: the text of one interface.
    public enum GetInterfaceDescription: VarlinkMethod {
        /// The interface.
        public struct Parameters: VarlinkParameters, Hashable {
            /// The names of all members.
            public static var parameterNames: Set<String> { ["interface"] }
            /// The name of the interface.
            public var interface: String

            /// Asks for an interface by name.
            public init(interface: String) {
                self.interface = interface
            }
        }
        /// The text.
        public struct Reply: Codable, Sendable, Hashable {
            /// The interface in the Varlink interface language.
            public var description: String

            /// Answers with a text.
            public init(description: String) {
                self.description = description
            }
        }
        /// The full name.
        public static let name = "org.varlink.service.GetInterfaceDescription"
    }
}
