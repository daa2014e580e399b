import { Input } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { RichTextFieldProps } from './rich-text-props'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'

const RichTextArea = lazy(async () => {
  const { RichTextArea } = await import('./rich-text-area')
  return { default: RichTextArea }
})

/** Rich text with its toolbar (spec 2 §5). The editor itself is loaded when it is first needed. */
export function RichTextField({ label, isLabelHidden = false, error, minHeight = 120, ...area }: RichTextFieldProps) {
  return (
    <Input.Wrapper label={isLabelHidden ? null : label} labelElement="div" error={error}>
      <Suspense fallback={<NamedSkeleton height={minHeight + 46} label={`Loading ${label}`} />}>
        <RichTextArea label={label} minHeight={minHeight} {...area} />
      </Suspense>
    </Input.Wrapper>
  )
}
