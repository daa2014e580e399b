// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { policyTemplates } from '../policy-templates'
import { PolicyEditor } from './policy-editor'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00Z'
const published = (body_html: string) => ({
  version: 1,
  published_at: at,
  body_html,
  is_current: true,
  versions: [{ version: 1, published_at: at }],
})

function open(policy: ReturnType<typeof published> | null, isPublished: boolean) {
  const calls = serve(({ path }) => {
    if (path.includes('/policy_texts')) return { body: isPublished ? [{ id: 'one' }] : [] }
    return { body: path.includes('/publish_policy') ? 1 : policy }
  })
  return { user: showTo('admin', <PolicyEditor kind="privacy" label="Privacy policy" />), calls }
}

test('a company without a text begins with the template, and publishes what it read', async () => {
  const { user, calls } = open(null, false)
  expect(await screen.findByText(/Nothing is published yet, and visitors/)).toBeTruthy()
  expect(screen.getByText('This is a template')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Publish this version' }))
  const sent = calls.find(({ path }) => path.includes('/publish_policy'))?.body
  expect(sent).toMatchObject({ p_kind: 'privacy', p_base: 0, p_body: policyTemplates.privacy })
})

test.each([
  ['came with the program', false, 1],
  ['somebody of the company published', true, 0],
])('a first version that %s', async (_, isPublished, warnings) => {
  open(published(policyTemplates.privacy), isPublished)
  expect(await screen.findByText(/Version 1 holds since/)).toBeTruthy()
  expect(screen.queryAllByText('This is a template')).toHaveLength(warnings)
  const publish = screen.getByRole('button', { name: 'Publish this version' })
  expect(publish.getAttribute('aria-disabled') === 'true').toBe(isPublished)
})
