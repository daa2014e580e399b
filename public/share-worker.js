// Takes what another program shares with the installed app (share_target of the manifest): keeps it in this browser and leads to
// the page that asks what it becomes. It is registered under /share-target, so it answers no other request.
const place = 'signwright-share'

const keep = async (request) => {
  const sent = await request.formData()
  const words = (name) => String(sent.get(name) ?? '').replaceAll('\r\n', '\n')
  const files = sent.getAll('files').filter((file) => file instanceof File && file.size > 0)
  // The share before was taken, or left.
  await caches.delete(place)
  const kept = await caches.open(place)
  for (const [nth, file] of files.entries()) await kept.put(`/share-target/${nth}`, new Response(file))
  const said = {
    title: words('title'),
    text: [words('text'), words('url')].filter(Boolean).join('\n'),
    files: files.map(({ name, type }) => ({ name, type })),
  }
  await kept.put('/share-target/said', new Response(JSON.stringify(said)))
  return Response.redirect('/share-target', 303)
}

addEventListener('install', () => void skipWaiting())
addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'POST' && new URL(request.url).pathname === '/share-target') event.respondWith(keep(request))
})
