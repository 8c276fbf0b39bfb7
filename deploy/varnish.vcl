vcl 4.1;

# Varnish in front of the service, instead of nginx or behind it: one cache in memory for all readers. In Debian
# /etc/varnish/profile.vcl. Needs the parameters of varnish.conf, and Varnish 7.1 or newer. See README.md.

import directors;
import std;

# A process without a database answers 503 and gets no requests until it has one. One probe a second; two of three decide.
probe health {
    .url = "/api/status";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# One for each process, on this machine or another; also named in vcl_init and vcl_backend_fetch.
# A machine that is gone is noticed after 1 s.
backend first {
    .host = "127.0.0.1";
    .port = "8081";
    .connect_timeout = 1s;
    .probe = health;
}
backend second {
    .host = "127.0.0.1";
    .port = "8082";
    .connect_timeout = 1s;
    .probe = health;
}

sub vcl_init {
    new profile = directors.round_robin();
    profile.add_backend(first);
    profile.add_backend(second);
}

# Every subroutine ends with a return, because the rules that Varnish would append are for sites with cookies and logins.
sub vcl_recv {
    set req.backend_hint = profile.backend();

    # Empty the cache: a build may change any response, and there are few. Only at the listener for it (varnish.conf), whose address
    # no client can reach: behind nginx, every client has the address of this machine. Elsewhere PURGE is a method like any other.
    if (req.method == "PURGE" && local.socket == "purge") {
        ban("obj.status != 0");
        return (synth(200));
    }

    # The address stays as it is, byte for byte. Its parameters are not sorted: if two are wrong, their order decides which one
    # the error names.

    # The application reads three headers: Accept, Accept-Encoding and If-None-Match. The others don't matter here.
    unset req.http.Authorization;
    unset req.http.Cookie;
    unset req.http.Range;

    # A response has two forms, plain and gzip. gzip if the header names it, by itself or as *, with a weight above 0; plain
    # otherwise, which every client understands.
    if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*(x-)?gzip\s*(;\s*q\s*=\s*(1(\.0{0,3})?|0\.(?=0*[1-9])\d{1,3})\s*)?(,|$)"
        || req.http.Accept-Encoding ~ "(?i)^(?!.*gzip)(.*,)?\s*\*\s*(;\s*q\s*=\s*(1(\.0{0,3})?|0\.(?=0*[1-9])\d{1,3})\s*)?(,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # The API ignores Accept. Pages are HTML, or Markdown for clients that name it; errors outside the API are HTML for browsers.
    if (req.url ~ "^/api([/?]|$)" || req.http.Accept !~ "(?i)text/(markdown|html)") {
        unset req.http.Accept;
    } elsif (req.http.Accept !~ "(?i)text/markdown|json|text/html *;") {
        set req.http.Accept = "text/html";
    }

    # While the service is healthy, a copy is sent for 10 s after its hour, and a new one is fetched in the background. If it is
    # not, or turns out not to be (see vcl_synth), a copy is sent as long as it exists.
    set req.grace = 1d;
    if (req.restarts == 0) {
        unset req.http.X-Rather-Stale;
        if (std.healthy(req.backend_hint)) {
            set req.grace = 10s;
        }
    }

    # A body is not passed on, but must be read, or the client would not receive the response.
    std.cache_req_body(128KB);

    # Other methods than GET and HEAD are left to the application; health is never cached.
    if ((req.method != "GET" && req.method != "HEAD") || req.url ~ "^/api/status/?(\?|$)") {
        return (pass);
    }
    return (hash);
}

# The key of a response is its address, without the query where the application ignores it: files (export.csv, feed.atom, assets),
# and the resources without filters. A DOI may end like a file. Host is left out: nothing is built from the client's Host.
sub vcl_hash {
    if (req.url ~ "^/(?!((he|api)/)?publications/|contact\.vcf)[^?]*[^/?]\.[0-9a-z]+/?(\?[!-~]*)?$"
        || req.url ~ "^/(api(/(profile|clinic|research|docs))?/?|\.well-known/[^?]*)(\?[!-~]*)?$") {
        hash_data(regsub(req.url, "\?.*", ""));
    } else {
        hash_data(req.url);
    }
    return (lookup);
}

# What took too long is not fetched again after the restart of vcl_synth, which is for a copy.
sub vcl_miss {
    if (now - req.time > 30s) {
        return (synth(503));
    }
    return (fetch);
}

sub vcl_backend_fetch {
    # No endpoint reads a body, and without one every request can be sent again.
    unset bereq.body;
    # The application stops everything before that, unless the machine is overloaded.
    set bereq.first_byte_timeout = 35s;
    # The director might choose the process that has just failed, so each one is tried in turn.
    if (bereq.retries == 1) {
        set bereq.backend = first;
    } elsif (bereq.retries == 2) {
        set bereq.backend = second;
    }
    return (fetch);
}

sub vcl_backend_response {
    # Every response of the application has CORS headers; one without is waitress's own (a malformed request).
    if (!beresp.http.Access-Control-Allow-Origin) {
        return (error(400));
    }
    if (beresp.status == 503 && bereq.retries < 2) {
        return (retry);
    }
    # Prefer an expired copy to an error; if there is none, the next attempt delivers the application's error. A slow query (504) is
    # not repeated, because it would be as slow again.
    if (beresp.status >= 500 && !bereq.uncacheable
        && (bereq.is_bgfetch || (beresp.status != 504 && !bereq.http.X-Rather-Stale))) {
        return (abandon);
    }
    # Errors have no-store, /api/status has no-cache, all others public, max-age=3600.
    if (beresp.http.Cache-Control ~ "no-store|no-cache") {
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
        return (deliver);
    }
    # After its hour a copy is kept for a day, for failures and to be revalidated with its ETag.
    set beresp.grace = 1d;
    return (deliver);
}

sub vcl_backend_error {
    if (beresp.status != 400) {
        # Only a request that failed at once: one that took too long would take as long again.
        if (bereq.retries < 2 && now - bereq.time < 30s) {
            return (retry);
        }
        return (abandon);
    }
    set beresp.http.Content-Type = "application/json; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Access-Control-Allow-Origin = "*";
    set beresp.http.Access-Control-Expose-Headers = "ETag, Link, Content-Disposition, X-Total-Count, Retry-After";
    set beresp.http.X-Content-Type-Options = "nosniff";
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    synthetic({"{
  "error": "invalid_parameter",
  "error_description": "The request is malformed. An address is written in percent-encoded UTF-8, for example journal=radiolog%C3%ADa."
}"});
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    # For operators.
    if (obj.uncacheable) {
        set resp.http.X-Cache = "PASS";
    } elsif (obj.hits == 0) {
        set resp.http.X-Cache = "MISS";
    } elsif (obj.ttl < 0s) {
        set resp.http.X-Cache = "STALE";
    } else {
        set resp.http.X-Cache = "HIT";
    }
    # As in the application: *, or the ETag in the list, strong or weak, gives a 304 with the headers of a revalidation and no
    # others. Varnish doesn't support * by itself.
    if (req.http.If-None-Match && resp.http.ETag && resp.status == 200) {
        if (req.http.If-None-Match ~ "^\s*\*\s*$" || std.strstr(req.http.If-None-Match, resp.http.ETag)) {
            set resp.status = 304;
            unset resp.http.Content-Disposition;
            unset resp.http.Content-Encoding;
            unset resp.http.Content-Type;
            unset resp.http.Link;
            unset resp.http.Content-Security-Policy;
            unset resp.http.Referrer-Policy;
            unset resp.http.X-Total-Count;
        }
        unset req.http.If-None-Match;
    }
    return (deliver);
}

sub vcl_synth {
    # No process answers. Start again, and now accept any copy.
    if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        set req.http.X-Rather-Stale = "yes";
        return (restart);
    }
    set resp.http.Content-Type = "application/json; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    set resp.http.Access-Control-Allow-Origin = "*";
    set resp.http.Access-Control-Expose-Headers = "ETag, Link, Content-Disposition, X-Total-Count, Retry-After";
    set resp.http.X-Content-Type-Options = "nosniff";
    unset resp.http.X-Varnish;
    if (resp.status == 200) {
        synthetic({"{"purged": true}"});
        return (deliver);
    }
    set resp.status = 503;
    set resp.http.Retry-After = "5";
    synthetic({"{
  "error": "service_unavailable",
  "error_description": "No process of the service answers. Try again in a moment."
}"});
    return (deliver);
}
