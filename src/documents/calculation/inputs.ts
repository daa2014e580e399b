/**
 * The inputs of a price calculation. Numbers are plain decimal text, sizes in mm, times in minutes. `quantity`:
 * finished pieces sold. Parts, minutes and materials are per piece unless a step says otherwise.
 */
export type CalculationInputs = {
  quantity: string
  service_id: string | null
  parts: Part[]
  steps: Step[]
  /** The minimum charge for all pieces together; null: the service's. */
  min_charge: string | null
}

/** A part of one piece: how large, and how many in each piece. */
export type Part = {
  id: string
  name: string
  width_mm: string
  height_mm: string
  qty: string
  /** The circumference of one part in mm, when it is no rectangle, such as a letter. Default: 2 × (width + height). */
  edge_mm?: string | null
}

/** The unit of a quantity or a time other than the piece: m² of area, metre of edge, m² of returns. */
export type Extent = 'm2' | 'm_edge' | 'm2_return'
/** `depth_mm` is the depth of the return. */
export type PerExtent = { per?: Extent | null; depth_mm?: string | null; parts?: string[] | null }

/** `parts` are the ids of the parts that a step is for; null: all parts. */
export type Step = { id: string } & (
  | {
      kind: 'sheet'
      item_id: string
      parts: string[] | null
      kerf_mm: string
      may_turn: boolean
      /** The price of the unused part of a sheet, in percent of the sheet's price. Default: 100. */
      waste_pct?: string
    }
  | {
      kind: 'roll'
      item_id: string
      parts: string[] | null
      gap_mm: string
      overlap_mm: string
      may_turn: boolean
      /** The price of waste, in percent of the roll's price. */
      waste_pct: string
    }
  | { kind: 'ink'; print_id: string; parts: string[] | null; sides: string; coverage_pct: string }
  | {
      kind: 'machine'
      price_id: string
      parts: string[] | null
      setups: string
      /** Metres, minutes, hours or m² for one piece; null: from the parts. */
      qty: string | null
      /** The machine's speed, when minutes or hours follow from the parts. */
      speed_id: string | null
    }
  | ({ kind: 'item'; item_id: string; qty: string; once: boolean } & PerExtent)
  | ({ kind: 'labour'; work_id: string; minutes: string; once: boolean } & PerExtent)
  | { kind: 'outsourced'; name: string; price: string; once: boolean }
  | { kind: 'travel'; zone_id: string; trips: string }
)
export type StepKind = Step['kind']
export type StepOf<Kind extends StepKind> = Extract<Step, { kind: Kind }>

/** The layout results by step: whole sheets, or running millimetres of a roll. Plain decimal text. */
export type Nested = Readonly<Record<string, string>>

/**
 * Settings only for holders of view_financial_data: a markup on cost or a margin in place of list prices, and bought
 * costs by step.
 */
export type PriceTarget = { kind: 'markup' | 'margin'; pct: string }
export type Confidential = { target: PriceTarget | null; costs: Readonly<Record<string, string>> }

type Rate = { name: string; price: string; cost?: string | null | undefined }

/**
 * Selling prices, and costs if the reader may know them. Without VAT, decimal text with four places, by record id.
 * `machines` is null for people who may not see machine prices.
 */
export type PriceList = {
  /** True for people who may see costs and margins. Other people get no costs. */
  shows_costs: boolean
  sheets: Record<string, Rate & { width_mm: string; length_mm: string }>
  /** Price and cost of one m². */
  rolls: Record<string, Rate & { width_mm: string }>
  /** Price and cost of one unit. */
  items: Record<string, Rate & { unit: string }>
  prints: Record<string, { name: string; media_id: string | null; ml_m2: string }>
  /** One ml. */
  ink: { price: string; cost?: string | null | undefined } | null
  machines: Record<
    string,
    {
      name: string
      machine: string
      per: string
      price: string
      setup: string
      least: string
      /** The machine's cost per hour. */
      hour_cost?: string | null | undefined
    }
  > | null
  /** Millimetres a minute along the contour, and how often it is followed. */
  speeds: Record<string, { name: string; machine: string; mm_min: string; passes: string }>
  /** One hour of one person. */
  people: Record<string, Rate & { min_minutes: string; crew: string }>
  /** One journey. */
  zones: Record<string, Rate>
  /** `recipe`: the steps with which a calculation of the service begins. */
  services: Record<string, { name: string; min_charge: string | null; recipe?: Step[] | null | undefined }>
  /** Discounts from a quantity on. `service_id` null: for every service without its own discount on this basis. */
  breaks: { name: string; service_id: string | null; basis: string; from: string; to: string | null; pct: string }[]
}

/** The kinds of lines of a result. */
export type PriceLineKind = StepKind | 'waste' | 'setup' | 'least'

/** One line of a result. `price` is qty × unit price, truncated to cents; `cost` is null when it is unknown. */
export type PriceLine = {
  step: string
  kind: PriceLineKind
  qty: string
  unit_price: string
  price: string
  cost: string | null
}

/**
 * The price of a calculation. `list`: the sum of the lines. `target`: the price by a markup or margin. `discount`: the
 * deduction by the named quantity discount. `net`: quantity × unit price, as a quotation's line adds up.
 */
export type CalculatedPrice = {
  lines: PriceLine[]
  list: string
  target: string | null
  break_name: string | null
  discount_pct: string
  discount: string
  minimum: string | null
  unit_price: string
  net: string
  /** The cost; null when the reader may not know it. */
  cost: string | null
  margin: string | null
  margin_pct: string | null
}
