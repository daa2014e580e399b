// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { optionalPart } from './optional-part'

afterEach(cleanup)

test('a part whose code does not come is left out, and the filled form around it stays', async () => {
  let fail = () => {}
  const Strip = optionalPart(
    () => new Promise<never>((_, reject) => (fail = () => reject(new TypeError('Failed to fetch')))),
  )
  render(
    <form>
      <input aria-label="Name" defaultValue="" />
      <Suspense fallback="Waits">
        <Strip />
      </Suspense>
    </form>,
  )
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
  await screen.findByText('Waits')
  fail()
  await expect.poll(() => screen.queryByText('Waits')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada')
})

test('a part whose code comes is shown', async () => {
  const Strip = optionalPart(() => Promise.resolve(() => 'News'))
  render(<Suspense>{<Strip />}</Suspense>)
  expect(await screen.findByText('News')).toBeTruthy()
})

test('the public site fetches no part that can fail a page', () => {
  const pages = globSync('src/features/site/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((file) => /\blazy\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})
