import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicChannels: true })
})
afterAll(() => server.close())

const alone = { auth: { persistSession: false, autoRefreshToken: false } }
const visitor = () => createClient(server.url, server.keys.publishableKey, alone)
const owner = () => createClient(server.url, server.keys.secretKey, alone)
const password = 'a-password-of-ann'

async function person(email: string) {
  const made = await owner().auth.admin.createUser({ email, password, email_confirm: true })
  const client = visitor()
  const { data } = await client.auth.signInWithPassword({ email, password })
  if (!data.session || !made.data.user) throw new Error('no session')
  return { client, session: data.session, id: made.data.user.id }
}

describe('what supabase-js offers beside the usual', () => {
  test('a session is taken over by another client, which tells its listeners', async () => {
    const { session } = await person('taken@example.com')
    const other = visitor()
    const heard: string[] = []
    other.auth.onAuthStateChange((event) => heard.push(event))
    const { error } = await other.auth.setSession(session)
    expect([error, (await other.auth.getUser()).data.user?.email]).toEqual([null, 'taken@example.com'])
    expect(heard).toContain('SIGNED_IN')
    await other.auth.signOut()
    expect(heard).toContain('SIGNED_OUT')
  })

  test('a person reads how they sign in, and gets a code before a new password', async () => {
    const { client } = await person('ways@example.com')
    const { data } = await client.auth.getUserIdentities()
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email'])
    expect((await client.auth.reauthenticate()).error).toBeNull()
    await expect.poll(() => server.mails()[0]?.to).toBe('ways@example.com')
    expect(server.mails()[0]?.text).toMatch(/\b\d{6,}\b/)
  })

  test('the secret key signs a session out and lists second factors', async () => {
    const { client, session, id } = await person('out@example.com')
    expect((await owner().auth.admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    expect((await owner().auth.admin.signOut(session.access_token)).error).toBeNull()
    expect((await client.auth.refreshSession()).error).not.toBeNull()
  })

  test('a session says how sure it is, and how sure it could be', async () => {
    const { client } = await person('sure@example.com')
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
  })

  test('channels are joined, heard and left all at once, and the connection closed and opened', async () => {
    const [speaker, hearer] = [visitor(), visitor()]
    const heard: unknown[] = []
    const joined = (client: typeof speaker, name: string) =>
      new Promise<ReturnType<typeof client.channel>>((resolve, reject) => {
        const channel = client.channel(name)
        channel
          .on('broadcast', { event: 'word' }, ({ payload }) => heard.push(payload))
          .subscribe((status) => (status === 'SUBSCRIBED' ? resolve(channel) : reject(new Error(status))))
      })
    await joined(hearer, 'one')
    await joined(hearer, 'two')
    const channel = await joined(speaker, 'two')
    await channel.send({ type: 'broadcast', event: 'word', payload: { n: 1 } })
    await expect.poll(() => heard).toEqual([{ n: 1 }])
    expect(await hearer.removeAllChannels()).toEqual(['ok', 'ok'])
    await channel.send({ type: 'broadcast', event: 'word', payload: { n: 2 } })
    await speaker.realtime.disconnect()
    speaker.realtime.connect()
    await expect.poll(() => speaker.realtime.isConnected()).toBe(true)
    expect(heard).toEqual([{ n: 1 }])
    await Promise.all([speaker.realtime.disconnect(), hearer.realtime.disconnect()])
  })

  test('what is no part of this server is refused in words, and never breaks it', async () => {
    const { client, id } = await person('refused@example.com')
    const { auth, storage } = client
    const { admin } = owner().auth
    const identity = (await auth.getUserIdentities()).data?.identities[0]
    if (!identity) throw new Error('no identity')
    const asked = [
      auth.linkIdentity({ provider: 'google' }),
      auth.unlinkIdentity(identity),
      auth.signInWithIdToken({ provider: 'google', token: 'x' }),
      auth.signInWithSSO({ domain: 'example.com' }),
      auth.signInWithWeb3({ chain: 'solana', message: 'x', signature: new Uint8Array(3) }),
      auth.passkey.list(),
      auth.oauth.listGrants(),
      auth.signInWithOtp({ phone: '+35621000000' }),
      admin.oauth.listClients(),
      admin.customProviders.listProviders(),
      admin.passkey.listPasskeys({ userId: id }),
      owner().storage.from('avatars').purgeCache('a.png'),
      storage.from('avatars').download('a.png', { transform: { width: 10 } }),
      owner().storage.vectors.listBuckets(),
      owner().storage.analytics.listBuckets(),
    ]
    for (const answer of await Promise.all(asked)) {
      expect(answer.error?.message).toMatch(/\w+ \w+/)
      expect(answer.error?.status, answer.error?.message).toBeLessThan(500)
    }
    expect((await auth.getUser()).data.user?.email).toBe('refused@example.com')
  })
})
