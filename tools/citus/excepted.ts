/** Tests that say nothing of the product on a cluster, and why: each looks at the engine itself, or has SQL of its own that no cluster accepts. */
export const excepted: readonly { file: string; title: string; reason: string }[] = [
  {
    file: 'server/src/platform/observing/logs.test.ts',
    title: 'keeps its way through the program, and not the values that PostgreSQL quotes',
    reason: 'of what a node refuses Citus names neither table nor constraint apart from the sentence that quotes values, and we log none',
  },
  {
    file: 'server/src/chatbot/first-faqs.test.ts',
    title: 'gives a client what it lacks of the later frequent questions, and not what it has discarded',
    reason: 'runs a migration again whose statement no cluster accepts; it was applied before there was one',
  },
  {
    file: 'server/src/start/doctor/doctor.test.ts',
    title: 'says of each replica that cannot be read what is to be done',
    reason: 'a coordinator uses no replicas (decision 105), of which the doctor says that much and looks at none',
  },
  {
    file: 'server/src/start/doctor/doctor.test.ts',
    title: 'says who cannot be reached',
    reason: 'the nodes of engine.sh ask nobody on loopback for a password, so none is wrong',
  },
]
