import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMailedLink } from '../../src/features/system/auth/auth-search.ts'
import { safeRedirectTo } from '../../src/shared/domain/web/return-url.ts'
import { accountMailTemplates, withSubjects } from '../../supabase/local/rest-auth/auth/mail-templates.ts'

const root = new URL('../../', import.meta.url)
const config = readFileSync(new URL('supabase/config.toml', root), 'utf8')
const named = [
  ...config.matchAll(/\[auth\.email\.template\.(\w+)\]\nsubject = '[^']+'\ncontent_path = "\.\/([^"]+)"/g),
].map(([, name = '', path = '']) => ({ name, path }))

test('config.toml names a template for every mail with a link', () => {
  expect(named.map(({ name }) => name).toSorted()).toEqual([
    'confirmation',
    'email_change',
    'invite',
    'magic_link',
    'recovery',
  ])
  expect(named.every(({ path }) => existsSync(new URL(path, root)))).toBe(true)
  expect(readdirSync(new URL('supabase/templates', root))).toHaveLength(named.length)
})

test.each(named)('the mail $name leads to the callback with a token that the app follows', ({ path }) => {
  const html = readFileSync(new URL(path, root), 'utf8')
  const [, href = ''] = /href="([^"]+)"/.exec(html) ?? []
  const filled = href.replaceAll('&amp;', '&').replace('{{ .TokenHash }}', 'abc')
  const link = new URL(filled.replace('{{ .SiteURL }}', 'https://system.example.com'))
  expect(link.pathname).toBe('/auth/callback')
  expect(readMailedLink({ search: link.search, hash: '' })).toMatchObject({ tokenHash: 'abc' })
  expect(safeRedirectTo(link.searchParams.get('redirect_to'), link.origin)).not.toBeNull()
})

test('templates and subjects are those of the texts of mails about accounts', async () => {
  const templates = await accountMailTemplates()
  expect(templates.map(({ name }) => name).toSorted()).toEqual(named.map(({ name }) => name).toSorted())
  for (const { name, html } of templates)
    expect(readFileSync(new URL(`supabase/templates/${name}.html`, root), 'utf8'), `run npm run account-mails`).toBe(
      html,
    )
  expect(withSubjects(config, templates), 'run npm run account-mails').toBe(config)
})
