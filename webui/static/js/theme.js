// Loaded before the page is painted: dark or light, as was chosen here or as the device likes it.
(() => {
  const wished = () => {
    try {
      return localStorage.getItem("moontable.theme");
    } catch {
      return null;
    }
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const theme = wished();
    document.documentElement.dataset.theme = theme === "dark" || theme === "light" ? theme : dark.matches ? "dark" : "light";
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("moontable-theme", apply);
})();
