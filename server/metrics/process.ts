import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

// Each look wakes the process: 20 ms tells a blocked loop from a free one, at half the wakings of the standard.
const resolution = 20
const nanoseconds = 1e9

/**
 * Memory, processor time and event-loop delay of this process, under the names that dashboards for Node know. Of the
 * standard set of prom-client only what an operator acts on; unlike that set it ends with its installation.
 */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution })
  readonly #registry: Registry

  constructor(registry: Registry) {
    this.#registry = registry
    this.#delay.enable()
    this.#countProcessorTime()
    this.#gauge('process_resident_memory_bytes', 'Resident memory of the process', () =>
      process.memoryUsage.rss(),
    )
    this.#gauge(
      'nodejs_heap_size_used_bytes',
      'Memory of JavaScript values in the main thread',
      () => process.memoryUsage().heapUsed,
    )
    this.#gauge(
      'process_start_time_seconds',
      'When the process started, in seconds since 1970',
      () => performance.timeOrigin / 1000,
    )
    this.#gauge('nodejs_eventloop_lag_p50_seconds', 'Median delay since the last scrape', () =>
      seconds(this.#delay.percentile(50)),
    )
    this.#gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile since the last scrape', () =>
      seconds(this.#delay.percentile(99)),
    )
    // The last of the three: it begins the count again.
    this.#gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay since the last scrape', () => {
      const longest = seconds(this.#delay.max)
      this.#delay.reset()
      return longest
    })
  }

  close(): void {
    this.#delay.disable()
  }

  #countProcessorTime(): void {
    const counter = new Counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time used since the process started',
      registers: [],
      collect() {
        const { user, system } = process.cpuUsage()
        this.reset()
        this.inc((user + system) / 1e6)
      },
    })
    this.#registry.registerMetric(counter)
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    })
    this.#registry.registerMetric(gauge)
  }
}

/** What the loop was late by: the interval of looking itself is no delay. */
function seconds(measured: number): number {
  return Math.max(0, measured / nanoseconds - resolution / 1000)
}
