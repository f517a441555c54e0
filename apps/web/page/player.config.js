import { defineConfig } from "vite";

// The player of a trace as one script, which the program puts into pages of their own. Their
// style is that of the page.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: "../dist",
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "src/player.ts", formats: ["iife"], name: "player", fileName: () => "player.js" },
  },
});
