"""The least that one writes with Falcon: an application with one endpoint."""

from __future__ import annotations

import falcon


class Hello:
    def on_get(self, _: falcon.Request, response: falcon.Response) -> None:
        response.media = {"hello": "world"}


app = falcon.App()
app.add_route("/api/publications", Hello())
