import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMailsIn } from '../../../../src/documents/mail/account-mail.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { accountMailTemplates, type MailTemplate } from './mail-templates.ts'

let server: TestServer
let templates: MailTemplate[]
beforeAll(async () => {
  server = await startTestServer()
  templates = await accountMailTemplates()
})
afterAll(() => server.close())

const apart = { auth: { persistSession: false, autoRefreshToken: false } }
const visitor = () => createClient(server.url, server.keys.publishableKey, apart)
const owner = () => createClient(server.url, server.keys.secretKey, apart)
const password = 'a-good-password'
let people = 0
const address = () => `reader-${(people += 1)}@example.com`
const subjects = (email: string) =>
  server
    .mails()
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
const metadata = async (email: string) => {
  const { rows } = await server.engine.query<{ data: Record<string, unknown> }>(
    'select raw_user_meta_data as data from auth.users where email = $1',
    [email],
  )
  return rows[0]?.data ?? {}
}
const companyReads = (language: string) =>
  server.engine.query('update public.company_settings set language = $1', [language])

/** What a template of Supabase writes for an account: its one choice by a language, and the values of this server. */
function filledFor(template: string, data: Record<string, unknown>): string {
  const language = String(data['language'] ?? data['company_language'])
  const branches = [...template.matchAll(/\{\{ (?:(?:else )?if eq \$language "(\w+)"|else) \}\}([^]*?)(?=\{\{ e)/g)]
  const chosen = branches.find(([, code]) => code === language) ?? branches.find(([, code]) => code === undefined)
  return (chosen?.[2] ?? '').trim()
}

test('who signs up on a German page reads German in each mail about the account, and so does a template of Supabase', async () => {
  const email = address()
  await visitor().auth.signUp({ email, password, options: { data: { language: 'de' } } })
  await visitor().auth.signUp({ email, password, options: { data: { language: 'de' } } })
  await visitor().auth.resetPasswordForEmail(email)
  await visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  await server.engine.query(`update auth.users set email_confirmed_at = now() where email = $1`, [email])
  await visitor().auth.signUp({ email, password })
  const { mail } = await accountMailsIn('de')
  const places = { company: 'Signwright', link: '', invitation: 'week' } as const
  expect(subjects(email).toSorted()).toEqual(
    (['confirm', 'confirm', 'reset', 'link', 'known'] as const).map((kind) => mail(kind, places).subject).toSorted(),
  )
  const told = templates.map(({ subject }) => filledFor(subject, { language: 'de' }))
  expect(told).toEqual(
    (['confirm', 'invite', 'reset', 'change', 'link'] as const).map(
      (kind) => mail(kind, { ...places, company: '{{ .SiteURL }}' }).subject,
    ),
  )
})

test('a change of the address is told to both addresses in the language of the account', async () => {
  const [email, wanted] = [address(), address()]
  await owner().auth.admin.createUser({
    ...{ email, password, email_confirm: true },
    user_metadata: { language: 'it' },
  })
  const client = visitor()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.updateUser({ email: wanted })
  expect([...subjects(email), ...subjects(wanted)]).toEqual([
    'Il Suo indirizzo e-mail sta per cambiare',
    'Confermi il Suo nuovo indirizzo e-mail',
  ])
})

test('without a choice the company’s language is read, and a language that nobody translated counts for none', async () => {
  await companyReads('pl')
  const [invited, odd] = [address(), address()]
  await owner().auth.admin.inviteUserByEmail(invited)
  await visitor().auth.signUp({ email: odd, password, options: { data: { language: 'xx' } } })
  expect([subjects(invited), subjects(odd)]).toEqual([['Zaproszenie do Signwright'], ['Potwierdzenie adresu e-mail']])
  expect(await metadata(odd)).not.toHaveProperty('language')
  const invite = templates.find(({ name }) => name === 'invite')?.subject ?? ''
  expect(filledFor(invite, await metadata(invited))).toBe('Zaproszenie do {{ .SiteURL }}')

  await companyReads('en')
  expect(await metadata(invited)).not.toHaveProperty('company_language')
  expect(filledFor(invite, await metadata(invited))).toBe('You are invited to {{ .SiteURL }}')
})

test('the account follows the language of its contact', async () => {
  const email = address()
  const { data } = await owner().auth.admin.createUser({ email, password, email_confirm: true })
  await owner()
    .from('contacts')
    .insert({ user_id: data.user?.id, name: 'Anna', email, type: 'Person', language: 'fr' })
    .throwOnError()
  await visitor().auth.resetPasswordForEmail(email)
  await owner().from('contacts').update({ language: 'nl' }).eq('email', email).throwOnError()
  await visitor().auth.resetPasswordForEmail(email)
  expect(subjects(email).toSorted()).toEqual(['Réinitialisez votre mot de passe', 'Stel uw wachtwoord opnieuw in'])
})

test('who signed up on a German page has a German contact', async () => {
  const email = address()
  await visitor().auth.signUp({ email, password, options: { data: { language: 'de' } } })
  await server.engine.query(`update auth.users set email_confirmed_at = now() where email = $1`, [email])
  const client = visitor()
  const { data } = await client.auth.signInWithPassword({ email, password })
  await client
    .from('contacts')
    .insert({ user_id: data.user?.id, name: 'Anna', email, type: 'Person', profile: 'pending_verification' })
    .throwOnError()
  const { rows } = await server.engine.query('select language from public.contacts where email = $1', [email])
  expect(rows).toEqual([{ language: 'de' }])
})
