import { Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { demoAccountsQuery, demoPassword } from '../api/demo-accounts.query'
import classes from './demo-people.module.css'

type DemoPeopleProps = {
  disabled: boolean
  /** Null in the modes that do not sign in. */
  signIn: ((email: string, password: string) => void) | null
}

/** The people of the demo company. One click signs in as one of them. */
export function DemoPeople({ disabled, signIn }: DemoPeopleProps) {
  const { data: people = [] } = useQuery(demoAccountsQuery)
  if (!signIn || people.length === 0) return null
  return (
    <section className={classes.people} aria-label="Demo people">
      <Text className={classes.lead}>This is the demo company. Come in as one of its people:</Text>
      <ul className={classes.list}>
        {people.map(({ email, name, role }) => (
          <li key={email}>
            <UnstyledButton className={classes.person} disabled={disabled} onClick={() => signIn(email, demoPassword)}>
              Sign in as {firstName(name)}, {role.replaceAll('_', ' ')}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

const firstName = (name: string): string => name.split(' ', 1)[0] ?? name
