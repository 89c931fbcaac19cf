// Builds the page from demo/ and the built library into demo/dist.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { CONTENT_POLICY } from "./csp.mjs";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  logLevel: "warn",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // A file inlined as a data: address could not be fetched under the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  // It finds its data and its extensions beside its own file, from which optimising would move it.
  optimizeDeps: { exclude: ["@electric-sql/pglite", "@electric-sql/pglite-pgvector"] },
  plugins: [
    {
      name: "content-security-policy",
      transformIndexHtml: () => [
        {
          tag: "meta",
          attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_POLICY },
          injectTo: "head-prepend",
        },
      ],
    },
  ],
});
