"""The order in which receivers send the sentences of an epoch, made of what our simulator sends."""

# After the defaults of u-blox, MediaTek and SiRF; with GST, which all of them leave out unless it is asked for, in front
# of the satellites in view or behind them.
ORDERS = {
    "ublox": "RMC VTG GGA GSA GSV GLL",
    "mediatek": "GGA GSA GSV RMC VTG",
    "sirf": "GGA GLL GSA GSV RMC",
    "gst-first": "RMC VTG GGA GSA GST GSV GLL",
    "gst-last": "RMC VTG GGA GSA GSV GLL GST",
}


def sentence(body):
    """A sentence with its checksum and line end."""
    checksum = 0
    for byte in body:
        checksum ^= byte
    return b"$%s*%02X\r\n" % (body, checksum)


def position(rmc):
    """The GLL that says what an RMC says."""
    fields = rmc[1:].split(b"*")[0].split(b",")
    return sentence(b",".join([fields[0][:2] + b"GLL", *fields[3:7], fields[1], fields[2], fields[12]]))


def rearrange(path, order):
    """Rewrites a file of the simulator's, each epoch of which begins with RMC, in an order of receivers."""
    with open(path, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    wanted = ORDERS[order].split()
    with open(path, "wb") as file:
        epoch = {}
        for line in lines + [b"$GNRMC"]:
            formatter = line[3:6].decode("ascii")
            if formatter == "RMC" and epoch:
                epoch["GLL"] = [position(epoch["RMC"][0])]
                file.writelines(one for name in wanted for one in epoch.get(name, []))
                epoch = {}
            epoch.setdefault(formatter, []).append(line)
