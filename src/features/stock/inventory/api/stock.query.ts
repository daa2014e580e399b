import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { inventoryKey } from '../inventory'

const movementColumns = `id, reason, qty::text, unit, balance::text, note, created_at, created_by, reverses_id,
  job:jobs(id, job_number, title), item:inventory_items(id, name, sku),
  receipt:purchase_receipts(delivery_note, order:purchase_orders(id, purchase_number))` as const

/** The last movements of an item, the newest first: at most 200. */
export const movementsQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'movements', itemId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('stock_movements')
        .select(movementColumns)
        .eq('item_id', itemId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** This person's latest movements, newest first: at most 15. */
export const myMovementsQuery = (person: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'my movements', person],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('stock_movements')
        .select(movementColumns)
        .eq('created_by', person)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(15)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type MovementRow = Awaited<ReturnType<NonNullable<ReturnType<typeof movementsQuery>['queryFn']>>>[number]

/** The stock level of an item and its unit; null when the item is missing. Quantities are decimal text. */
export const levelQuery = (itemId: string | null) =>
  queryOptions({
    queryKey: [...inventoryKey, 'level', itemId],
    enabled: itemId !== null,
    queryFn: async ({ signal }) => {
      if (itemId === null) return null
      const { data } = await db
        .from('inventory_items')
        .select(
          `id, name, sku, form, bin, stock_unit, buy_unit, stock_per_buy::text, on_hand::text, reserved::text,
          available::text, on_order::text, min_qty::text, is_low, width_mm::text, length_mm::text`,
        )
        .eq('id', itemId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Level = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof levelQuery>['queryFn']>>>>

/** The jobs that need an item or used it, open ones first: at most 100. */
export const usesQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'uses', itemId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('job_materials')
        .select(
          'id, qty_planned::text, qty_reserved::text, qty_used::text, job:jobs!inner(id, job_number, title, status, due_date)',
        )
        .eq('item_id', itemId)
        .order('created_at', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The free offcuts of an item, the smallest first. */
export const offcutsQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'offcuts', itemId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('stock_offcuts')
        .select(
          'id, width_mm::text, length_mm::text, area_m2::text, bin, created_at, source:jobs!source_job_id(id, job_number)',
        )
        .eq('item_id', itemId)
        .eq('status', 'free')
        .order('area_m2')
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type Offcut = Awaited<ReturnType<NonNullable<ReturnType<typeof offcutsQuery>['queryFn']>>>[number]

/** The quantity of each item reserved for a job, as decimal text in the stock unit; empty without a job. */
export const keptForJobQuery = (jobId: string | null) =>
  queryOptions({
    queryKey: [...inventoryKey, 'kept for', jobId],
    queryFn: async ({ signal }) => {
      if (!jobId) return []
      const { data } = await db
        .from('job_materials')
        .select('qty_reserved::text, item:inventory_items(id, name, stock_unit)')
        .eq('job_id', jobId)
        .gt('qty_reserved', 0)
        .order('created_at')
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The size of one piece of a job, as decimal text in mm; null without a job. */
export const sizeOfJobQuery = (jobId: string | null) =>
  queryOptions({
    queryKey: [...inventoryKey, 'size of job', jobId],
    enabled: jobId !== null,
    queryFn: async ({ signal }) => {
      if (jobId === null) return null
      const { data } = await db
        .from('jobs')
        .select('job_number, width_mm::text, height_mm::text')
        .eq('id', jobId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
