// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { FilterField } from './filter-field'

afterEach(cleanup)

function Names() {
  const [text, setText] = useState('')
  const shown = ['Anna', 'Boris'].filter((name) => name.toLowerCase().includes(text))
  return (
    <MantineProvider env="test">
      <FilterField label="Search people" placeholder="Search by name" text={text} onFilter={setText} />
      <p>{shown.join(' ')}</p>
    </MantineProvider>
  )
}

test('each key filters, and the cross shows all again', async () => {
  const user = userEvent.setup()
  render(<Names />)
  expect(screen.queryByRole('button')).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Search people' }), 'bo')
  expect(screen.queryByText('Boris')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(screen.queryByText('Anna Boris')).not.toBeNull()
})
