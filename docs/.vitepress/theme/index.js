// The theme: VitePress's own without its web fonts, in the colours of the product's page, with the parts that compute.

import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";
import AgentLearning from "./components/AgentLearning.vue";
import ExactSearch from "./components/ExactSearch.vue";
import HullSearch from "./components/HullSearch.vue";
import RunCode from "./components/RunCode.vue";
import TryIt from "./components/TryIt.vue";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    for (const [name, part] of Object.entries({ AgentLearning, ExactSearch, HullSearch, RunCode, TryIt }))
      app.component(name, part);
  },
};
