"""Security headers on every response."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Scripts and styles come from our own files and nothing else: the interface sets styles through
# the DOM, which a policy does not concern. WebAssembly may be compiled (the core of the page) and
# text is never evaluated. Plots are exported through data: and blob: addresses.
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)

SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

# As ASGI has them.
_ENCODED = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
_POLICY = b"content-security-policy"
_FRAME_OPTIONS = b"x-frame-options"


def framed_by(ancestors: str) -> str:
    """The policy of a page that others may show inside of theirs."""
    return CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {ancestors}")


class SecurityHeadersMiddleware:
    """Adds `SECURITY_HEADERS` to every response that does not set them itself.

    A response with a policy of its own that says who may frame it gets no X-Frame-Options, which
    knows no list and would forbid it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                own = {name.lower(): value for name, value in headers}
                if b"frame-ancestors" in own.get(_POLICY, b""):
                    own.setdefault(_FRAME_OPTIONS, b"")
                headers += [header for header in _ENCODED if header[0] not in own]
            await send(message)

        await self.app(scope, receive, send_secured)
