import { Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSay } from '@/kit/client-page/use-say'
import { demoPart } from '@/shared/domain/texts/demo/part'
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
  const say = useSay(demoPart)
  if (!signIn || people.length === 0) return null
  return (
    <section className={classes.people} aria-label={say('demo')}>
      <Text className={classes.lead}>{say('demo_lead')}</Text>
      <ul className={classes.list}>
        {people.map(({ email, name, role }) => (
          <li key={email}>
            <UnstyledButton className={classes.person} disabled={disabled} onClick={() => signIn(email, demoPassword)}>
              {say(`as_${role}`, { name: firstName(name) })}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

const firstName = (name: string): string => name.split(' ', 1)[0] ?? name
