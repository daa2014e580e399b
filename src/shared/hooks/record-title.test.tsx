// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useOpenRecord, useRecordTitle } from './record-title'

afterEach(cleanup)

function Window({ records }: { records: (string | null)[] }) {
  return (
    <>
      <p role="status">{useOpenRecord() ?? 'none'}</p>
      {records.map((name, place) => (
        <Record key={place} name={name} />
      ))}
    </>
  )
}
function Record({ name }: { name: string | null }) {
  useRecordTitle(name)
  return null
}
const titled = () => screen.getByRole('status').textContent

test('the window is named after the record on top, and after the one beneath when that is closed', () => {
  const { rerender } = render(<Window records={[null]} />)
  expect(titled()).toBe('none')
  rerender(<Window records={['Harbour Light Hotel']} />)
  expect(titled()).toBe('Harbour Light Hotel')
  rerender(<Window records={['Harbour Light Hotel', 'Price the lido signs']} />)
  expect(titled()).toBe('Price the lido signs')
  rerender(<Window records={['Harbour Light Hotel']} />)
  expect(titled()).toBe('Harbour Light Hotel')
})
