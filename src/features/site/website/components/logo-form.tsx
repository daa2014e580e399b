import { Alert, Button, FileButton, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { RegistrationMark } from '@/shared/ui/page/registration-mark'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { companyKey } from '../../shared/api/company.query'
import { recentChangesKey } from '../api/recent-changes.query'
import { saveLogo } from '../api/save-company.mutation'
import { fitPicture } from '../fit-picture'
import { useCompany } from '../../shared/use-company'
import classes from './settings-form.module.css'

/** The logo in the top bar and on papers: chosen, made to fit here in the browser, uploaded. */
export function LogoForm() {
  const { id } = useCurrentUser()
  const { logoUrl, name } = useCompany()
  const queryClient = useQueryClient()
  const chooseAnew = useRef<() => void>(null)
  const save = useActMutation({
    mutationFn: async (file: File | null) =>
      saveLogo(file === null ? null : { userId: id, picture: await fitPicture(file) }),
    onSuccess: async (_, file) => {
      await queryClient.invalidateQueries({ queryKey: companyKey })
      await queryClient.invalidateQueries({ queryKey: recentChangesKey })
      notifications.show({ message: file === null ? 'The logo is removed.' : 'The logo is saved.' })
    },
  })

  return (
    <section className={`${page.panel} ${classes.paper}`} aria-label="Logo">
      <Title order={2} mb="md">
        Logo
      </Title>
      <div className={classes.logo}>
        {logoUrl ? <img src={logoUrl} alt={`Logo of ${name}`} /> : <RegistrationMark size={40} />}
      </div>
      <Text size="sm" c="dimmed" my="xs">
        {logoUrl
          ? 'Everybody sees it in the top bar.'
          : 'Without a logo the top bar shows this sign. PNG, JPEG, WebP or SVG; a transparent ground looks best.'}
      </Text>
      {save.isError ? (
        <Alert color="red" role="alert" mb="xs" title="The logo was not saved">
          {saveProblem(save.error)}
        </Alert>
      ) : null}
      <Group gap="xs">
        <FileButton
          resetRef={chooseAnew}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(file) => {
            if (file && !save.isPending) save.mutate(file)
            chooseAnew.current?.()
          }}
        >
          {(props) => (
            <Button {...props} id="logo" size="xs" variant="default" loading={save.isPending}>
              {logoUrl ? 'Change logo' : 'Add a logo'}
            </Button>
          )}
        </FileButton>
        {logoUrl ? (
          <Button size="xs" variant="subtle" disabled={save.isPending} onClick={() => save.mutate(null)}>
            Remove logo
          </Button>
        ) : null}
      </Group>
    </section>
  )
}
