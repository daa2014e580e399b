import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { dayText } from '@/shared/domain/text/formats'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { linkTo } from '@/shared/lib/address'
import { article } from '../../shared/article-field'
import { type Policy, type PolicyKind, policyKey, policyQuery, publisherQuery } from '../api/policy.query'
import { publishPolicy } from '../api/publish-policy.mutation'
import { policyTemplates } from '../policy-templates'

const fields = defineFields({ body_html: article('Text', { most: 200_000 }) })
const sections = [{ fields: ['body_html'] }] as const

const publicPath = { privacy: linkTo('/privacy-policy'), terms: linkTo('/terms') } as const

/**
 * A legal text of the site. It begins as a template that no visitor reads. Saving publishes a version; those before stay
 * to be read.
 */
export function PolicyEditor({ kind, label }: { kind: PolicyKind; label: string }) {
  const policy = useQuery(policyQuery(kind, null))
  const isPublished = useQuery(publisherQuery(kind))
  if (policy.isPending || isPublished.isPending) return <NamedSkeleton height={480} label={`Reading the ${label}`} />
  if (policy.isError && !policy.data)
    return <Problem onRetry={() => void policy.refetch()}>The text could not be read</Problem>
  return (
    <Editor
      key={policy.data?.version ?? 0}
      kind={kind}
      label={label}
      policy={policy.data ?? null}
      isTemplate={isPublished.data === false}
    />
  )
}

type EditorProps = { kind: PolicyKind; label: string; policy: Policy | null; isTemplate: boolean }

function Editor({ kind, label, policy, isTemplate }: EditorProps) {
  const form = useRecordForm({
    fields,
    name: `policy-${kind}`,
    stored: policy ?? { body_html: policyTemplates[kind] },
    isNew: isTemplate,
    queryKey: policyKey(kind),
    save: ({ body_html: html }) => publishPolicy(kind, html ?? '', policy?.version ?? 0),
  })
  return (
    <Stack gap="md">
      <Text c="dimmed" maw="44rem">
        {policy
          ? `Version ${policy.version} holds since ${dayText(policy.published_at)}.`
          : 'Nothing is published yet, and visitors of the site read that there is none.'}{' '}
        Write {'{company}'} where the name of the company belongs. Your address and telephone are added below the text.
      </Text>
      {isTemplate ? (
        <Alert color="yellow" variant="light" maw="44rem" title="This is a template">
          It promises in your name, such as an answer within a month. Please read it, and change what is not so before
          you publish it.
        </Alert>
      ) : null}
      <Alert color="yellow" variant="light" maw="44rem">
        A published version is valid at once. The former version stays readable with its day and cannot be changed.
      </Alert>
      <RecordForm form={form} sections={sections} label={label} submitLabel="Publish this version" />
      {policy ? (
        <Stack gap={4}>
          {policy.versions.map(({ version, published_at: at }) => (
            <Anchor
              key={version}
              href={`${publicPath[kind]}?version=${version}`}
              target="_blank"
              rel="noopener"
              size="sm"
            >
              Version {version}, {dayText(at)}
            </Anchor>
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}
