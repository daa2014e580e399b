import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { authPart } from '@/shared/domain/texts/auth/part'
import { currentPersonKey } from '../api/current-person.query'
import { saveMyName } from '../api/save-my-name.mutation'
import { ProblemAlert } from './problem-alert'

/** Asks a newcomer for their name, which signing up does not. Both parts are needed. */
export function NameForm() {
  const say = useSay(authPart)
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [lastName, setLastName] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const save = useActMutation({
    mutationFn: saveMyName,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentPersonKey }),
  })
  const text = isIncomplete ? say('name_missing') : save.isError ? say('name_not_saved') : null
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const isMissing = name.trim() === '' || lastName.trim() === ''
        setIncomplete(isMissing)
        if (!isMissing && !save.isPending) save.mutate({ name, lastName })
      }}
    >
      <Stack gap="sm" w={320} maw="100%" ta="start">
        <Text>{say('name_asked')}</Text>
        <ProblemAlert problem={text === null ? null : { text, detail: null }} said={(sentence) => sentence} />
        <TextInput
          label={say('first_name')}
          autoComplete="given-name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={say('last_name')}
          autoComplete="family-name"
          maxLength={200}
          value={lastName}
          onChange={(event) => setLastName(event.currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending}>
          {say('save_name')}
        </Button>
      </Stack>
    </form>
  )
}
