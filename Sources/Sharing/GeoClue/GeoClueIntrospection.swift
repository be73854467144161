/// The introspection data of the objects.
enum GeoClueIntrospection {
    /// The XML of an object; `nil` if it does not exist.
    static func text(of object: GeoClueCore.Object?) -> String? {
        guard let object else { return nil }
        let own: String =
            switch object {
            case .manager:
                """
                <interface name="org.freedesktop.GeoClue2.Manager"><property name="InUse" type="b" access="read"/>\
                <property name="AvailableAccuracyLevel" type="u" access="read"/>\
                <method name="GetClient"><arg name="client" type="o" direction="out"/></method>\
                <method name="CreateClient"><arg name="client" type="o" direction="out"/></method>\
                <method name="DeleteClient"><arg name="client" type="o" direction="in"/></method>\
                <method name="AddAgent"><arg name="id" type="s" direction="in"/></method></interface>
                """
            case .client:
                """
                <interface name="org.freedesktop.GeoClue2.Client"><property name="Location" type="o" access="read"/>\
                <property name="DistanceThreshold" type="u" access="readwrite"/>\
                <property name="TimeThreshold" type="u" access="readwrite"/>\
                <property name="DesktopId" type="s" access="readwrite"/>\
                <property name="RequestedAccuracyLevel" type="u" access="readwrite"/>\
                <property name="Active" type="b" access="read"/><method name="Start"/><method name="Stop"/>\
                <signal name="LocationUpdated"><arg name="old" type="o"/><arg name="new" type="o"/></signal></interface>
                """
            case .location:
                "<interface name=\"org.freedesktop.GeoClue2.Location\">"
                    + ["Latitude", "Longitude", "Accuracy", "Altitude", "Speed", "Heading"].map {
                        "<property name=\"\($0)\" type=\"d\" access=\"read\"/>"
                    }.joined()
                        + """
                        <property name="Description" type="s" access="read"/>\
                        <property name="Timestamp" type="(tt)" access="read"/></interface>
                        """
            case .foreign, .folder: ""
            }
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
            "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>\(own)<interface name="org.freedesktop.DBus.Properties">\
            <method name="Get"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>\
            <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>\
            <method name="Set"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="in"/></method>\
            <signal name="PropertiesChanged"><arg type="s"/><arg type="a{sv}"/><arg type="as"/></signal></interface></node>
            """
    }
}
