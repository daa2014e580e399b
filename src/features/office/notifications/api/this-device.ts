import { db } from '@/shared/db/client'

/** The folder of the worker: it controls no page. */
const scope = '/push/'

/**
 * What this browser can do: show notices (`on`), be asked to (`off`), nothing after a refusal (`denied`), nothing at all
 * (`unable`), or only once it was added to the home screen (`homeScreen`, as on an iPhone).
 */
export type DeviceState = { kind: 'unable' | 'homeScreen' | 'denied' | 'off' } | { kind: 'on'; endpoint: string }

/** Reads the state of this browser. */
export async function readThisDevice(): Promise<DeviceState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return { kind: /iPhone|iPad/.test(navigator.userAgent) ? 'homeScreen' : 'unable' }
  if (Notification.permission === 'denied') return { kind: 'denied' }
  const registration = await navigator.serviceWorker.getRegistration(scope)
  const subscription = Notification.permission === 'granted' ? await registration?.pushManager.getSubscription() : null
  return subscription ? { kind: 'on', endpoint: subscription.endpoint } : { kind: 'off' }
}

/** Asks the person, subscribes this browser and tells the database. Returns the new state; a refusal is one. */
export async function showNoticesHere(): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted') return readThisDevice()
  const { data, error } = await db.functions.invoke<{ key: string }>('web-push', { body: {} })
  if (error || !data) throw new Error('The key for notices could not be read. Please try again.')
  const subscription = await subscribed(data.key).catch((cause: unknown) => {
    throw new Error(refusedWords(cause), { cause })
  })
  await keepDevice(subscription)
  return { kind: 'on', endpoint: subscription.endpoint }
}

async function subscribed(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/push-worker.js', { scope, updateViaCache: 'none' })
  const registration = await activeAt(scope)
  const known = await registration.pushManager.getSubscription()
  // A subscription by another key, of a company that was here before, cannot be used.
  if (known && keyOf(known) !== key) await known.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** What to do when the browser did not subscribe: its own words ("Registration failed - push service error") say nothing. */
function refusedWords(cause: unknown): string {
  switch (cause instanceof Error ? cause.name : '') {
    case 'NotAllowedError':
      return 'This browser refuses notices of this site. Allow them in the settings of the site, beside its address, and try again.'
    case 'AbortError':
      return 'The push service of this browser cannot be reached. Check the connection and try again. Brave and company networks often block it: allow push messages in the settings of the browser, or use another browser.'
    default:
      return 'This browser could not be prepared for notices. A private window cannot show them: open Signwright in a usual window and try again.'
  }
}

/** The registration of a scope, once its worker runs: `ready` is that of the page. */
async function activeAt(place: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration(place)
  if (!registration) throw new Error('No worker was kept')
  const coming = registration.installing ?? registration.waiting
  if (registration.active || !coming) return registration
  await new Promise<void>((active) =>
    coming.addEventListener('statechange', () => coming.state === 'activated' && active()),
  )
  return registration
}

const keyOf = ({ options }: PushSubscription): string => base64url(options.applicationServerKey)

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function keepDevice(subscription: PushSubscription): Promise<void> {
  await db
    .rpc('keep_push_device', {
      p_endpoint: subscription.endpoint,
      p_p256dh: base64url(subscription.getKey('p256dh')),
      p_auth: base64url(subscription.getKey('auth')),
      p_name: nameOfBrowser(navigator.userAgent),
    })
    .throwOnError()
}

/** Stops the notices of this browser. The database forgets its address. */
export async function stopNoticesHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) await db.from('push_devices').delete().eq('endpoint', subscription.endpoint).throwOnError()
  await subscription?.unsubscribe()
  await registration?.unregister()
}

const firstOf = (text: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([sign]) => sign.test(text))?.[1] ?? null

/** `Chrome on Android`, from what a browser says of itself. */
export function nameOfBrowser(userAgent: string): string {
  const browser = firstOf(userAgent, [
    [/Edg/, 'Edge'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ])
  const system = firstOf(userAgent, [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'Mac'],
    [/Linux/, 'Linux'],
  ])
  return `${browser ?? 'Browser'}${system ? ` on ${system}` : ''}`
}
