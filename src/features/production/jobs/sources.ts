import type { RecordSource } from '@/kit/pickers/record-source'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { findServices, readService } from './api/services.query'

/** Colleagues who can lead a job. */
export const colleagues: RecordSource = {
  one: 'colleague',
  many: 'colleagues',
  from: 0,
  found: (text) => ({
    queryKey: ['production', 'staff', text],
    queryFn: async (context) => {
      const staff = await context.client.ensureQueryData(staffQuery)
      const words = foldAccents(text)
      return staff.flatMap(({ value, label }) => (foldAccents(label).includes(words) ? [{ id: value, label }] : []))
    },
  }),
  chosen: (id) => ({
    queryKey: ['production', 'staff', 'chosen', id],
    enabled: id !== null,
    queryFn: async (context) => {
      const staff = await context.client.ensureQueryData(staffQuery)
      const found = staff.find(({ value }) => value === id)
      return found ? { id: found.value, label: found.label } : null
    },
  }),
}

/** Services that are offered. */
export const services: RecordSource = {
  one: 'service',
  many: 'services',
  from: 0,
  found: (text) => ({ queryKey: ['services', 'pick', text], queryFn: ({ signal }) => findServices(text, signal) }),
  chosen: (id) => ({
    queryKey: ['services', 'pick', 'chosen', id],
    enabled: id !== null,
    queryFn: ({ signal }) => (id === null ? null : readService(id, signal)),
  }),
}
