import { expect, test } from 'vitest'

const screens = import.meta.glob<string>('../*/components/*.tsx', { query: '?raw', import: 'default', eager: true })

/** What clients see, and how they see it. */
const ofClients = /\/(papers|payment)\/|invoice-preview/

test('each record and each list of money has the bar of accounts over it', () => {
  const without = Object.entries(screens).filter(
    ([path, source]) =>
      !/\.test\./.test(path) &&
      !ofClients.test(path) &&
      (source.match(/<RecordPage\n/g) ?? []).length > (source.match(/beside={<AccountsBar \/>}/g) ?? []).length,
  )
  expect(Object.keys(screens).length).toBeGreaterThan(20)
  expect(without.map(([path]) => path)).toEqual([])
})
