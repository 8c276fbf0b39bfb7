// Reads every endpoint with a client of openapi-fetch, whose types openapi-typescript makes from the API's description. Prints what
// was read as JSON: node client.js http://127.0.0.1:8080
import createClient from "openapi-fetch";
import type { components, paths } from "./description.js";

declare const process: { argv: string[] };

type Schemas = components["schemas"];
type Json = "application/json; charset=utf-8";

const options = { baseUrl: process.argv[2] ?? "" };
const json = createClient<paths, Json>(options);
const text = createClient<paths>(options);
const doi = "10.5555/msk.2021.001";

const list = await json.GET("/api/publications", { params: { query: { q: "nerve", type: ["review", "article"], limit: 2 } } });
// Two values of each parameter that takes several.
const dois = [doi, "10.5555/msk.2025.007"];
const pubmed = ["99000001", "99000412"];
const parts = await json.GET("/api/publications", { params: { query: { doi: dois, pubmed, fields: ["doi", "pubmed"] } } });
// These lines compile only if the description says what the values are.
const listed: Schemas["PublicationList"] | undefined = list.data;
const titles: string[] | undefined = listed?.publications.map((publication) => publication.title);
const one = await json.GET("/api/publications/{doi}", { params: { path: { doi } } });
const years: number | undefined = one.data?.year;
const csl = await createClient<paths, "application/vnd.citationstyles.csl+json">(options).GET("/api/export.csl.json");
const types: string[] | undefined = csl.data?.map((item) => item.type);
const missing = await json.GET("/api/publications/{doi}", { params: { path: { doi: "10.5555/none" } } });
const problem: string | undefined = missing.error?.error;

console.log(
  JSON.stringify({
    "/api/publications?q=nerve&type=review,article&limit=2": listed,
    [`/api/publications/${doi}`]: one.data,
    [`/api/publications?doi=${dois}&pubmed=${pubmed}&fields=doi,pubmed`]: parts.data,
    "/api/publications/facets": (await json.GET("/api/publications/facets")).data,
    "/api/export.csl.json": csl.data,
    "/api": (await json.GET("/api")).data,
    "/api/profile": (await json.GET("/api/profile")).data,
    "/api/clinic": (await json.GET("/api/clinic")).data,
    "/api/services?category=injection": (await json.GET("/api/services", { params: { query: { category: "injection" } } })).data,
    "/api/research": (await json.GET("/api/research")).data,
    "/api/cv?section=award": (await json.GET("/api/cv", { params: { query: { section: "award" } } })).data,
    "/api/openapi.json": (await json.GET("/api/openapi.json")).data,
    "/resume.json": (await json.GET("/resume.json")).data,
    "/datapackage.json": (await json.GET("/datapackage.json")).data,
    ok: (await json.GET("/api/status")).data?.ok,
    text: (await text.GET("/api/export.csv", { parseAs: "text" })).data,
    values: [titles, years, types, problem],
  }),
);
