// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawn } from './column'
import { RecordLink } from '@/shared/ui/page/record-links'

afterEach(cleanup)

test.each(['INV-2026-0142', 'DN-2026-0007/2', 'JOB-26-0042', 'Q-0001'])('%s stays in one line', (number) => {
  const column = drawn<string>({ name: 'number', label: 'Number', text: (row) => row })
  render(
    <>
      <p>{column.cell(number)}</p>
      <RecordLink kind="invoice" id="1">
        {number}
      </RecordLink>
    </>,
  )
  expect(screen.getAllByText(number).map(({ style }) => style.whiteSpace)).toEqual(['nowrap', 'nowrap'])
})

test.each(['Roll-up banner', '2026-11-29', '+356-2010-0142', ''])('“%s” is no number and breaks as ever', (text) => {
  expect(drawn<string>({ name: 'text', label: 'Text', text: (row) => row }).cell(text)).toBe(text)
})
