vcl 4.1;

# Varnish in front of the service, in the place of nginx or behind it: one cache in memory for all readers. In Debian
# /etc/varnish/profile.vcl; needs the two parameters of varnish.conf, and Varnish 7.1 or newer. README.md says how.

import directors;
import std;

# A process without a database answers 503 and is left alone until it has one. Two of three probes decide, one each second.
probe health {
    .url = "/api/status";
    .interval = 1s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# One for each process, on this machine or another; also named in vcl_init and vcl_backend_fetch.
# The longest query ends after 5 s by itself; a machine that is gone is noticed after 1 s.
backend first {
    .host = "127.0.0.1";
    .port = "8081";
    .connect_timeout = 1s;
    .first_byte_timeout = 10s;
    .probe = health;
}
backend second {
    .host = "127.0.0.1";
    .port = "8082";
    .connect_timeout = 1s;
    .first_byte_timeout = 10s;
    .probe = health;
}

# Who may empty the cache: this machine.
acl purgers {
    "localhost";
    "127.0.0.1";
    "::1";
}

sub vcl_init {
    new profile = directors.round_robin();
    profile.add_backend(first);
    profile.add_backend(second);
}

# Every subroutine ends with a return: the rules that Varnish would append are for sites with cookies and logins.
sub vcl_recv {
    set req.backend_hint = profile.backend();

    # Empties the cache: any answer may have changed with a build, and there are few. From elsewhere it is refused as below.
    if (req.method == "PURGE" && client.ip ~ purgers) {
        ban("obj.status != 0");
        return (synth(200));
    }

    # The address is left as it came, byte for byte. Its parameters are not sorted: which of two faults an error names
    # follows their order, and what a sorter gains, a copy for two spellings, is little.

    # The application reads three headers, Accept, Accept-Encoding and If-None-Match. The others do not matter here.
    unset req.http.Authorization;
    unset req.http.Cookie;
    unset req.http.Range;

    # The forms of an answer are two, plain and gzip. Where the header has no weights, which is how browsers write it, gzip
    # either stands in it or not, and all who name it share a copy. With weights (gzip;q=0) it goes on as it is.
    if (req.http.Accept-Encoding ~ "(?i)^([a-z]+ *, *)*(x-)?gzip( *, *[a-z]+)*$") {
        set req.http.Accept-Encoding = "gzip";
    } elsif (req.http.Accept-Encoding ~ "(?i)^(identity)?$") {
        unset req.http.Accept-Encoding;
    }

    # The site's pages are HTML, and Markdown for those who name it; all others share a copy.
    if (req.http.Accept !~ "(?i)text/markdown") {
        unset req.http.Accept;
    }

    # While the service is well, a copy goes out for 10 s after its hour, and a new one is fetched in the background. When it
    # is not, or turns out not to be (see vcl_synth), a copy goes out as long as it is there.
    set req.grace = 1d;
    if (req.restarts == 0) {
        unset req.http.X-Rather-Stale;
        if (std.healthy(req.backend_hint)) {
            set req.grace = 10s;
        }
    }

    # A body goes nowhere, but has to be taken, or the client would not hear the answer.
    std.cache_req_body(128KB);

    # Methods other than GET and HEAD, whatever they are, are the application's to refuse; so is the health of this moment.
    if ((req.method != "GET" && req.method != "HEAD") || req.url ~ "^/api/status/?(\?|$)") {
        return (pass);
    }
    return (hash);
}

# The name of an answer is its address alone. Host is left out: nothing is built from what a client calls this host.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_fetch {
    # No endpoint reads a body, and without one every request can be sent again.
    unset bereq.body;
    # The director may choose the process that has just failed once more; so each is asked in turn.
    if (bereq.retries == 1) {
        set bereq.backend = first;
    } elsif (bereq.retries == 2) {
        set bereq.backend = second;
    }
    return (fetch);
}

sub vcl_backend_response {
    # CORS is on every answer of the application; what comes without is waitress's own (a malformed request).
    if (!beresp.http.Access-Control-Allow-Origin) {
        return (error(400));
    }
    if (beresp.status == 503 && bereq.retries < 2) {
        return (retry);
    }
    # Rather a copy that is too old than an error; where there is none, the next attempt hands over what the application says.
    if (beresp.status >= 500 && !bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Rather-Stale)) {
        return (abandon);
    }
    # no-store stands on every error, no-cache on the status; all others say public, max-age=3600.
    if (beresp.http.Cache-Control ~ "no-store|no-cache") {
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
        return (deliver);
    }
    # After its hour a copy stays for a day, against failures and to ask with its ETag whether it still holds.
    set beresp.grace = 1d;
    return (deliver);
}

sub vcl_backend_error {
    if (beresp.status != 400) {
        if (bereq.retries < 2) {
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
    # The application's rule: *, or its ETag in the list, strong or weak, gives a 304 with the headers of a validation and no
    # others. Varnish itself knows no *.
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
    # No process answers. Once more from the beginning, and now any copy will do.
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
