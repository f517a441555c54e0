// Serves the page of a static host without a connection: its files, fetched once for each version.

const NAME = "tremaux VERSION";
const FILES = ["./"];

async function fill() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES);
  await self.skipWaiting();
}

async function clear() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("tremaux ") && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
