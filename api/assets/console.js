// Swagger UI (which stands before this in the same file) on the description of this API, asked where the page itself comes from.

const place = document.getElementById("console");

/** What Swagger UI has else: a `main` of its own within ours, and links within buttons, which nobody can reach by keyboard. */
const accessible = ({ React }) => ({
  components: {
    DeepLink: ({ text }) => React.createElement("span", { className: "nostyle" }, text),
    ConsoleLayout: ({ getComponent }) => {
      const part = (name) => React.createElement(getComponent(name, true));
      const wrapper = (id, ...parts) => React.createElement("div", { className: "wrapper", id }, ...parts);
      return React.createElement(
        "div",
        { className: "swagger-ui" },
        React.createElement(getComponent("SvgAssets")),
        part("errors"),
        wrapper("about", part("InfoContainer")),
        wrapper("operations", part("operations")),
        wrapper("models", part("Models")),
      );
    },
  },
});

/** Give every field and region the name, and every heading the level, by which assistive technology knows it. */
function label() {
  for (const [selector, level] of [["h3.opblock-tag", 2], ["h4", 3], ["h5", 4]]) {
    for (const heading of place.querySelectorAll(selector)) {
      heading.setAttribute("role", "heading");
      heading.setAttribute("aria-level", level);
    }
  }
  for (const field of place.querySelectorAll("select, textarea, input")) {
    const parameter = field.closest("tr[data-param-name]")?.dataset.paramName;
    if (!field.getAttribute("aria-label")) field.setAttribute("aria-label", parameter || field.placeholder || field.name || "Media type");
  }
  for (const scrolled of place.querySelectorAll("pre")) scrolled.tabIndex = 0;
  for (const region of place.querySelectorAll('[role=region][id$="_responses"]')) {
    region.removeAttribute("aria-labelledby");
    region.setAttribute("aria-label", region.id);
  }
}

async function start() {
  const description = await (await fetch(place.dataset.description)).json();
  // Tried are the endpoints that are served here, whatever the public address.
  description.servers = [{ url: place.dataset.root }];
  // An example would be filled in as a filter that nobody asked for; a DOI is needed.
  for (const methods of Object.values(description.paths)) {
    for (const { parameters = [] } of Object.values(methods)) {
      for (const parameter of parameters) if (parameter.in === "query") delete parameter.example;
    }
  }
  new MutationObserver(label).observe(place, { childList: true, subtree: true });
  globalThis.SwaggerUIBundle({
    spec: description,
    domNode: place,
    layout: "ConsoleLayout",
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    plugins: [accessible],
    deepLinking: true,
    tryItOutEnabled: true,
    syntaxHighlight: { activated: false },
    validatorUrl: null,
  });
}

start();
