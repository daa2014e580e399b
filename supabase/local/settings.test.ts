import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('nothing needs to be set, and an empty setting is none', () => {
  expect(readSettings({ PORT: '', SIGNWRIGHT_MAIL_URL: '' })).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    SIGNWRIGHT_SEED: 'year',
    mail: null,
  })
})

test('a mail service is whole', () => {
  const whole = {
    SIGNWRIGHT_MAIL_URL: 'https://mail.example/emails',
    SIGNWRIGHT_MAIL_KEY: 'secret',
    SIGNWRIGHT_MAIL_FROM: 'Office <office@example.com>',
  }
  expect(readSettings(whole).mail).toEqual({
    url: 'https://mail.example/emails',
    key: 'secret',
    from: 'Office <office@example.com>',
  })
  for (const missing of Object.keys(whole)) {
    expect(() => readSettings({ ...whole, [missing]: '' })).toThrow(
      `The setting ${missing} is not valid: SIGNWRIGHT_MAIL_URL, _KEY and _FROM belong together.`,
    )
  }
})

test.each([
  [{ PORT: 'many' }, /^The setting PORT is not valid: /],
  [{ SIGNWRIGHT_SEED: 'full' }, /^The setting SIGNWRIGHT_SEED is not valid: /],
  [{ SIGNWRIGHT_RATES_URL: 'https://rates.example/' }, 'must hold {base} where the currency goes'],
  [{ SIGNWRIGHT_MAP_TILES: 'https://tiles.example/{z}' }, 'must hold {z}, {x} and {y}'],
  [{ DATABASE_URL: 'mysql://x' }, 'must begin with postgres://'],
  [
    { SIGNWRIGHT_CLUSTER: 'true' },
    'The setting SIGNWRIGHT_CLUSTER is not valid: several servers need a PostgreSQL: set DATABASE_URL.',
  ],
])('%j is refused in one sentence', (environment, words) => {
  expect(() => readSettings(environment)).toThrow(words)
})
