import { expect, type Page } from '@playwright/test'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

/** The push service of browsers cannot be reached here: this browser gets an address and keys without it. */
const subscribe = () => {
  const place = 'subscription-of-the-test'
  const bytes = (length: number) => new Uint8Array(length).fill(4).buffer
  const subscriptionAt = (endpoint: string | null) =>
    endpoint === null
      ? null
      : ({
          endpoint,
          options: { applicationServerKey: null },
          getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
          unsubscribe: async () => {
            localStorage.removeItem(place)
            return true
          },
        } as unknown as PushSubscription)
  PushManager.prototype.subscribe = async () => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
    localStorage.setItem(place, endpoint)
    return subscriptionAt(endpoint) as PushSubscription
  }
  PushManager.prototype.getSubscription = async () => subscriptionAt(localStorage.getItem(place))
}

/** What the worker of notices shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push/')
    return (await registration?.getNotifications())?.map(({ title, body }) => `${title}: ${body}`) ?? []
  })

const title = 'a device shows notices while no page is seen, and opening one leads to its record and reads it'
test(title, { tag: '@whole' }, async ({ browser }) => {
  const person = await newPerson('sales', 'Nora')
  const context = await browser.newContext({ permissions: ['notifications'], viewport: { width: 360, height: 740 } })
  await context.addInitScript(subscribe)
  await signIn(context, person)
  const page = await context.newPage()
  await page.goto('/my-profile')
  await page.getByRole('button', { name: 'Show notices on this device' }).click()
  await expect(page.getByText('This device shows your notices')).toBeVisible()
  await expect(page.getByText('(this device)')).toBeVisible()
  const deliveries = page.getByRole('checkbox', { name: 'Deliveries' })
  await deliveries.click()
  await expect(deliveries).not.toBeChecked()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(page.getByLabel('From')).toHaveValue('20:00')
  await expect
    .poll(async () => (await admin().from('push_choices').select('muted, quiet_until').eq('user_id', person.id)).data)
    .toEqual([{ muted: ['deliveries'], quiet_until: '07:00:00' }])

  const { data: task } = await admin()
    .from('tasks')
    .insert({ title: 'Letters for the bakery', assignees: [person.id], created_by: person.id })
    .select('id')
    .single()
    .throwOnError()
  const { data: notice } = await admin()
    .from('notifications')
    .insert({ user_id: person.id, type: 'task_assigned', title: 'A task for you', metadata: { task_id: task.id } })
    .select('id')
    .single()
    .throwOnError()
  const session = await context.newCDPSession(page)
  const registration = new Promise<string>((found) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'))
      if (own) found(own.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const deliver = async (told: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: await registration,
      data: JSON.stringify(told),
    })
  const told = {
    tag: notice.id,
    source: 'notifications',
    title: 'A task for you',
    message: 'Letters',
    kind: 'task',
    id: task.id,
  }
  // The page is seen: it tells of it by itself.
  await deliver(told)
  await deliver({ ...told, tag: 'test', title: 'A test' })
  await expect.poll(() => shown(page)).toEqual(['A test: Letters'])

  await page.goto(`/open?kind=task&id=${task.id}&notice=notifications:${notice.id}`)
  await expect(page.getByRole('dialog').getByText('Letters for the bakery').first()).toBeVisible()
  await expect
    .poll(async () => (await admin().from('notifications').select('is_read').eq('id', notice.id).single()).data)
    .toEqual({ is_read: true })

  await page.goto('/my-profile')
  await page.getByRole('button', { name: 'Stop notices on this device' }).click()
  await expect
    .poll(async () => (await admin().from('push_devices').select('id').eq('user_id', person.id)).data)
    .toEqual([])
})
