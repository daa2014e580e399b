// Keeps the app of the day's deliveries where the network goes away: its page, its code and its configuration, never an
// answer of the API. What is kept is named by day-files.js, which each build writes anew (vite.config.ts). A page with the
// network is always the newest one; docs/decisions/0532 says how a newer worker takes over.
/* global dayFiles */
importScripts('/day-files.js')

const { build, files } = dayFiles
const place = `signwright-day-${build}`
const page = '/index.html'
const settings = '/config.json'

const keepAll = async () => {
  const kept = await caches.open(place)
  // The name of a code file holds its content: what the browser has of it is not fetched again.
  await kept.addAll([...[page, settings].map((path) => new Request(path, { cache: 'no-cache' })), ...files])
}

const forgetOthers = async () => {
  for (const name of await caches.keys())
    if (name.startsWith('signwright-day-') && name !== place) await caches.delete(name)
}

const keptOf = async (path) => (await caches.open(place)).match(path)

/** A weak signal can leave a request without an answer for minutes: after this time, in ms, what is kept is shown. */
const patience = 8_000

/** From the network; from what is kept where nobody answers. */
const newest = async (request, path) => {
  const kept = await keptOf(path)
  if (!kept) return fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, patience, kept))
  return Promise.race([fetch(request).catch(() => kept), late])
}

/** The settings say where the backend is: the newest ones are kept. */
const newestSettings = async (request) => {
  const answer = await newest(request, settings)
  if (answer.ok) await (await caches.open(place)).put(settings, answer.clone())
  return answer
}

const code = async (request, path) => (await keptOf(path)) ?? fetch(request)

addEventListener('install', (event) => event.waitUntil(keepAll()))
addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => clients.claim())))

// A page that runs this build needs nothing of the build before.
addEventListener('message', (event) => {
  if (event.data?.runs === build) void skipWaiting()
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(newest(request, page))
  else if (pathname === settings) event.respondWith(newestSettings(request))
  else if (files.includes(pathname)) event.respondWith(code(request, pathname))
})
