// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { helpOf } from './field'
import { iban } from './iban-field'

afterEach(cleanup)

const field = iban({ help: 'Empty: the usual account.' })

function Shown() {
  const [value, setValue] = useState('')
  return (
    <field.Input
      id="iban"
      name="iban"
      label="IBAN"
      required={false}
      description={helpOf(field)}
      placeholder={undefined}
      autoComplete="off"
      disabled={false}
      autoFocus={false}
      value={value}
      error={null}
      onChange={setValue}
      onBlur={() => {}}
    />
  )
}

test('a right IBAN is shown in groups of four below its field, and stored without blanks', async () => {
  const user = showTo('admin', <Shown />)
  const box = screen.getByRole('textbox', { name: 'IBAN' })
  expect(screen.getByText('Empty: the usual account.')).toBeTruthy()
  await user.type(box, 'mt84malt011000012345mtlcast00')
  expect(screen.getByText('Empty: the usual account.')).toBeTruthy()
  await user.type(box, '1s')
  expect(screen.getByText('MT84 MALT 0110 0001 2345 MTLC AST0 01S')).toBeTruthy()
  expect(field.valueOf('mt84 malt 0110 0001 2345 mtlc ast0 01s')).toBe('MT84MALT011000012345MTLCAST001S')
  expect(field.problem('MT84 MALT 0110')).toBe('An IBAN of MT has 31 characters, this one has 12')
})
