import { db } from '@/shared/db/client'
import { withWork } from '../../shared/proof-of-work'

export type RegistrationKind = 'client' | 'business' | 'person'

/** A registration: a contact that waits until the office has looked at it. `trap` is the field that people do not see. */
export async function register(kind: RegistrationKind, details: Record<string, string>, trap: string): Promise<void> {
  await withWork('register_visitor', (stamp) =>
    db
      .rpc('register_visitor', { p_kind: kind, p_details: details, p_trap: trap })
      .setHeader('x-work', stamp)
      .setHeader('accept-language', document.documentElement.lang)
      .throwOnError(),
  )
}

type Review = { name: string; company: string; email: string; body: string }

/** A review: it shows on the site when the office has published it. */
export async function leaveReview(review: Review, rating: number, service: string | null, trap: string): Promise<void> {
  await withWork('leave_review', (stamp) =>
    db
      .rpc('leave_review', {
        p_name: review.name,
        p_rating: rating,
        p_body: review.body,
        p_email: review.email,
        p_company: review.company,
        ...(service ? { p_service: service } : {}),
        p_trap: trap,
      })
      .setHeader('x-work', stamp)
      .throwOnError(),
  )
}
