// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { defineFields } from './field'
import { length } from './number-fields'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { showTo } from '@/shared/ui/testing'
import { RecordForm } from '../form/record-form'
import { useRecordForm } from '../form/use-record-form'
import { LengthInput } from './length-input'

afterEach(() => {
  cleanup()
  setFormats(firstFormats)
})

function Side() {
  const [width, put] = useState('')
  return <LengthInput label="Width" value={width} onChange={put} />
}

test('what was understood stands under the field while it is typed, and in the field when it is left', async () => {
  const user = showTo('admin', <Side />)
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Width' })
  await user.type(box, '4ft 2 1/2')
  expect(screen.getByText('1,282.7 mm')).toBeTruthy()
  await user.tab()
  expect([box.value, screen.queryByText('1,282.7 mm')]).toEqual(['1,282.7', null])
  await user.clear(box)
  await user.type(box, '2440')
  expect(screen.queryByText(/mm/)).toBeNull()
})

test('what cannot be read stays as it was typed', async () => {
  const user = showTo('admin', <Side />)
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Width' })
  await user.type(box, '4 yd')
  await user.tab()
  expect(box.value).toBe('4 yd')
})

const saved: unknown[] = []
const fields = defineFields({
  width: length('Width', { required: true, otherSide: 'height' }),
  height: length('Height', { required: true }),
})

function Form() {
  const form = useRecordForm({
    fields,
    name: 'size',
    isNew: true,
    queryKey: ['size'],
    save: (values) => Promise.resolve(saved.push(values)),
  })
  return <RecordForm form={form} label="Size" submitLabel="Save" />
}

test('a whole size typed into one field fills both, in the unit of the company, and is saved in millimetres', async () => {
  setFormats({ ...firstFormats, length_unit: 'in' })
  const user = showTo('admin', <Form />)
  const [width, height] = ['Width (in)', 'Height (in)'].map((name) =>
    screen.getByLabelText<HTMLInputElement>(name, { exact: false }),
  )
  await user.type(width!, '8ft x 50 1/16')
  expect(screen.getByText('96" × 50 1/16"')).toBeTruthy()
  await user.tab()
  expect([width!.value, height!.value]).toEqual(['96"', '50 1/16"'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toEqual([{ width: '2438.40', height: '1271.59' }])
})
