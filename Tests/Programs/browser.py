#!/usr/bin/python3
"""Opens a page in headless Chromium over the DevTools protocol, and says what happened, as JSON.

    browser.py URL [--size 1280x800] [--dark] [--block PATTERN]… [--before SCRIPT] [--wait EXPRESSION]… [--value EXPRESSION]… [--script FILE]… [--run COMMAND]… [--screenshot FILE] [--timeout SECONDS]

Every --wait, --value, --script, --run and --screenshot is done in the order given: --wait until the JavaScript expression is true, --value
notes what it is, --block lets no such address be loaded, --before runs before the page, --script runs a file in the page, whatever the page's policy, --run a shell command. The result has `values`, `requests` (every address that the browser asked for), `errors` (of the console, of scripts, and
violations of the Content-Security-Policy) and `problem`, if a wait was in vain. Needs Debian's chromium and python3-websocket.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import websocket

CHROMIUM = ["/usr/bin/chromium", "--headless=new", "--no-first-run", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-dev-shm-usage", "--mute-audio",
            "--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost", "--remote-debugging-port=0",
            "--remote-allow-origins=*"]


class Browser:
    """One browser with one page."""

    def __init__(self, size, dark):
        self.folder = tempfile.mkdtemp(prefix="locd-browser-")
        arguments = CHROMIUM + [f"--user-data-dir={self.folder}", "about:blank"]
        if os.geteuid() == 0:
            arguments.insert(1, "--no-sandbox")
        self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)
        self.requests, self.errors, self.count = [], [], 0
        port = None
        for line in self.process.stderr:
            if line.startswith("DevTools listening on "):
                port = urllib.parse.urlparse(line.split()[-1]).port
                break
        if port is None:
            raise RuntimeError("chromium did not start")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        pages = json.load(opener.open(f"http://127.0.0.1:{port}/json"))
        page = next(page for page in pages if page["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=20, http_no_proxy=["127.0.0.1"])
        for domain in ("Page", "Runtime", "Network", "Log", "Audits"):
            self.call(f"{domain}.enable")
        width, height = map(int, size.split("x"))
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        # Without a window system no page has the focus.
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def call(self, method, **parameters):
        self.count += 1
        number = self.count
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message.get("result", {})
            self.note(message)

    def note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details.get("text"))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(value.get("value", value.get("description"))) for value in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        elif method == "Audits.issueAdded" and parameters["issue"]["code"] == "ContentSecurityPolicyIssue":
            self.errors.append(f"Content-Security-Policy: {json.dumps(parameters['issue']['details'])}")

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails'].get('text')} "
                               f"{result['exceptionDetails'].get('exception', {}).get('description', '')}")
        return result["result"].get("value")

    def wait(self, expression, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.value(f"new Promise(done => {{ let left = 40; const look = () => {{ let is = false; "
                          f"try {{ is = ({expression}); }} catch {{ }} if (is) done(true); "
                          "else if (!(left -= 1)) done(false); else setTimeout(look, 25); }; look(); })"):
                return True
        return False

    def screenshot(self, path):
        kind = {"format": "webp", "quality": 80} if path.endswith(".webp") else {"format": "png"}
        result = self.call("Page.captureScreenshot", **kind)
        with open(path, "wb") as file:
            file.write(base64.b64decode(result["data"]))

    def close(self):
        try:
            self.socket.send(json.dumps({"id": 0, "method": "Browser.close"}))
        except OSError:
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def main(arguments):
    url, rest = arguments[0], arguments[1:]
    size, dark, seconds, before, steps, blocked = "1280x800", False, 30.0, "", [], []
    while rest:
        option = rest.pop(0)
        if option == "--dark":
            dark = True
        elif option == "--size":
            size = rest.pop(0)
        elif option == "--block":
            blocked.append(rest.pop(0))
        elif option == "--before":
            before = rest.pop(0)
        elif option == "--timeout":
            seconds = float(rest.pop(0))
        elif option in ("--wait", "--value", "--script", "--run", "--screenshot"):
            steps.append((option, rest.pop(0)))
        else:
            sys.exit(f"browser.py: unknown option {option}")
    result = {"values": []}
    browser = Browser(size, dark)
    try:
        browser.call("Network.setBlockedURLs", urls=blocked)
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        browser.call("Page.navigate", url=url)
        for option, value in steps:
            if option == "--value":
                result["values"].append(browser.value(value))
            elif option == "--script":
                with open(value, encoding="utf-8") as file:
                    browser.value(file.read() + "\n0")
            elif option == "--run":
                subprocess.run(value, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            elif option == "--screenshot":
                browser.screenshot(value)
            elif not browser.wait(value, seconds):
                result["problem"] = f"waited {seconds:g} s in vain for {value}"
                break
    finally:
        result["requests"], result["errors"] = browser.requests, browser.errors
        browser.close()
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
