// Shows notices of the person while no page of the product is seen, and opens what they tell of. It is registered under
// /push/, so it answers no request of a page. docs/decisions/0974 says who gets it and who takes it away.
addEventListener('push', (event) => event.waitUntil(show(event.data)))

const windows = () => clients.matchAll({ type: 'window', includeUncontrolled: true })

const show = async (data) => {
  const notice = data?.json() ?? { tag: 'several', title: 'There is news', message: '' }
  // A page that is seen tells of it by itself.
  const isSeen = (await windows()).some(({ visibilityState }) => visibilityState === 'visible')
  if (isSeen && notice.tag !== 'test') return
  await registration.showNotification(notice.title, {
    body: notice.message,
    tag: notice.tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge.png',
    data: notice,
  })
}

/** The address of what a notice tells of. */
const placeOf = ({ tag, source, kind, id, part }) => {
  if (!kind || !id) return '/dashboard'
  const asked = new URLSearchParams({
    kind,
    id,
    ...(part ? { part } : {}),
    ...(source ? { notice: `${source}:${tag}` } : {}),
  })
  return `/open?${asked}`
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(placeOf(event.notification.data ?? {})))
})

const open = async (place) => {
  const [page] = await windows()
  if (!page) return clients.openWindow(place)
  await page.focus()
  page.postMessage({ open: place })
}
