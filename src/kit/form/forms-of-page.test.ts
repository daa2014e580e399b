import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../../features/**/*.tsx', { query: '?raw', import: 'default', eager: true })

/**
 * Screens with a form of a stored record and no `RecordPage`, whose actions would save it first. None of them has an action
 * beside the form that changes the record. A screen that gets one becomes a `RecordPage`.
 */
const withoutActions: Readonly<Record<string, string>> = {
  'accounts/network/components/network-screen.tsx': 'settings have no status',
  'accounts/shared/network/order-number-dialog.tsx': 'a form in a dialog',
  'people/contacts/components/contact-details.tsx': 'a card is only saved; its buttons lead to other pages',
  'people/contacts/components/bank-accounts/edit-bank-account.tsx': 'a form in a list',
  'people/locations/components/edit-location.tsx': 'a form with nothing beside it',
  'people/staff/components/sign-in-settings-screen.tsx': 'settings have no status',
  'office/schedule/components/shift-dialogs.tsx': 'a form in a dialog',
  'office/time-tracking/components/hours-settings.tsx': 'settings have no status',
  'production/settings/components/material-of-jobs.tsx': 'settings have no status',
  'sales/settings/components/quotation-settings.tsx': 'settings have no status',
  'sales/settings/components/stages-for-clients.tsx': 'settings have no status',
  'site/appointments/components/appointment-card.tsx': 'the form takes the place of the buttons',
  'site/website/components/policy-editor.tsx': 'a text has no status',
  'system/system-notes/components/edit-note.tsx': 'a form in a list',
}

const featureOf = (path: string) => path.split('/').slice(0, 2).join('/')
const files = Object.entries(sources)
  .filter(([path]) => !path.includes('.test.'))
  .map(([path, source]) => ({ path: path.replace('../../features/', ''), source }))
const withPage = new Set(files.flatMap(({ path, source }) => (/<RecordPage\b/.test(source) ? [featureOf(path)] : [])))

/** True where a call of `useRecordForm` does not say that its record is new. */
const hasStoredForm = (source: string) =>
  source
    .split('useRecordForm({')
    .slice(1)
    .some((call) => !/^\s{4}isNew(: true)?,/m.test(call.slice(0, call.indexOf('\n  })'))))

test('each form of a stored record stands on a page that saves it before its actions', () => {
  const alone = files.flatMap(({ path, source }) =>
    hasStoredForm(source) && !withPage.has(featureOf(path)) ? [path] : [],
  )
  expect(alone.toSorted()).toEqual(Object.keys(withoutActions).toSorted())
})
