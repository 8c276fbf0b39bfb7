// Follows Swagger UI in the same response: shows answers and the description of this API, loaded from the server of this page.

const root = document.getElementById("console");

const ANSWER_LINES = 12;

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Choose Swagger UI's theme. */
function followTheme() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

/** Replace what is not accessible in Swagger UI: a second `main` element, and links inside buttons, out of reach of the keyboard. */
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

/** Name every field and region, and give every heading its level, for assistive technology. */
function label() {
  for (const [selector, level] of [["h3.opblock-tag", 2], ["h4", 3], ["h5", 4]]) {
    for (const heading of root.querySelectorAll(selector)) {
      heading.setAttribute("role", "heading");
      heading.setAttribute("aria-level", level);
    }
  }
  for (const field of root.querySelectorAll("select, textarea, input")) {
    const parameter = field.closest("tr[data-param-name]")?.dataset.paramName;
    if (!field.getAttribute("aria-label")) field.setAttribute("aria-label", parameter || field.placeholder || field.name || "Media type");
  }
  for (const scrolled of root.querySelectorAll("pre")) scrolled.tabIndex = 0;
  for (const region of root.querySelectorAll('[role=region][id$="_responses"]')) {
    region.removeAttribute("aria-labelledby");
    region.setAttribute("aria-label", region.id);
  }
}

/** Show the beginning of the answer to a request. */
async function showAnswer(element) {
  const lines = (await (await fetch(element.dataset.answer)).text()).split("\n");
  element.textContent = lines.slice(0, ANSWER_LINES).join("\n") + (lines.length > ANSWER_LINES ? "\n…" : "");
}

async function start() {
  const description = await (await fetch(root.dataset.description)).json();
  // Requests go to this server, whatever the public address.
  description.servers = [{ url: root.dataset.root }];
  // Swagger UI would fill in the examples as filters. The example of the DOI stays, because the DOI is required.
  for (const methods of Object.values(description.paths)) {
    for (const { parameters = [] } of Object.values(methods)) {
      for (const parameter of parameters) if (parameter.in === "query") delete parameter.example;
    }
  }
  new MutationObserver(label).observe(root, { childList: true, subtree: true });
  globalThis.SwaggerUIBundle({
    spec: description,
    domNode: root,
    layout: "ConsoleLayout",
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    plugins: [accessible],
    deepLinking: true,
    tryItOutEnabled: true,
    syntaxHighlight: { activated: false },
    validatorUrl: null,
  });
}

followTheme();
for (const element of document.querySelectorAll("[data-answer]")) showAnswer(element);
dark.addEventListener("change", followTheme);
start();
