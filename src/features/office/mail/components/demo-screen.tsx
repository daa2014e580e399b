import { Anchor, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { MailPreview } from '@/kit/mail/mail-preview'
import { linkTo } from '@/shared/lib/address'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { allTemplatesQuery } from '../api/templates.query'
import { mailKinds, sentWhen } from '../kinds'

/** /email-templates/demo: every template filled in with examples (spec 1 §2.2). */
export function DemoScreen() {
  const templates = useQuery(allTemplatesQuery)
  return (
    <PageFrame title="Email Template Demo" lead="Every mail as a client reads it, with example values." width="full">
      {templates.isError ? (
        <Problem onRetry={() => void templates.refetch()}>The templates could not be read</Problem>
      ) : !templates.data ? (
        <LineSkeletons count={4} height={240} />
      ) : (
        <Stack gap="xl">
          {mailKinds.map(({ value, label }) => {
            const ofKind = templates.data.filter(({ kind, language }) => kind === value && language === 'en')
            return ofKind.length === 0 ? null : (
              <section key={value} aria-label={label}>
                <Title order={2} mb="sm">
                  {label}
                </Title>
                <SimpleGrid cols={{ base: 1, lg: 2 }}>
                  {ofKind.map((template) => (
                    <article key={template.id} className={page.panel}>
                      <Title order={3} size="h4">
                        <Anchor component={Link} to={linkTo('/email-templates/edit/:id', { id: template.id })}>
                          {template.name}
                        </Anchor>
                      </Title>
                      <Text size="sm" c="dimmed" mb="sm">
                        Sent {sentWhen(template)}
                        {template.is_active ? '' : ', switched off'}
                      </Text>
                      <MailPreview kind={template.kind} id={null} template={template} />
                    </article>
                  ))}
                </SimpleGrid>
              </section>
            )
          })}
        </Stack>
      )}
    </PageFrame>
  )
}
