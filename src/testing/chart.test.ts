import { execFileSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '#server/platform/config/config.ts';
import { judgeObjects } from '#testing/readers/judge-objects.ts';
import { buildRenderer, CHART, type ChartRenderer, type KubernetesObject } from '#testing/readers/render-chart.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';

/**
 * These tests render the Helm chart of `deploy/chart`, validate the objects by the schemas of Kubernetes, and compare
 * them with the server. They cannot show how a cluster runs the objects.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const yaml = (file: string): Tree => parse(read(`deploy/chart/${file}`));

// The fields of an object are of any depth, and each expectation names the ones that it needs.
// eslint-disable-next-line typescript/no-explicit-any
type Tree = any;

const MINIMAL = {
  image: { repository: 'registry.example:5000/greenlot' },
  settings: { PUBLIC_URL: 'https://greenlot.example', S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'greenlot' },
  gateway: { parentRefs: [{ name: 'public' }] },
};
const ALONE = {
  ...MINIMAL,
  settings: { PUBLIC_URL: 'https://greenlot.example' },
  secrets: { keys: { S3_ACCESS_KEY: null, S3_SECRET_KEY: null } },
  data: { existingClaim: 'files' },
  gateway: { enabled: false },
  backup: { enabled: false },
  migration: { enabled: false },
  networkPolicy: { enabled: false },
};
const EVERYTHING = {
  image: { ...MINIMAL.image, tag: '1.2.3', pullPolicy: 'Always', pullSecrets: ['registry'] },
  settings: {
    ...MINIMAL.settings,
    VARIANT: 'GLOBAL',
    OTEL_TRACES_SAMPLER_ARG: 0.5,
    FLAG_MARKETPLACE: false,
    MAIL_FROM: 'Greenlot "A" <a@greenlot.example>',
    OIDC_ISSUER: 'https://sign-in.example',
    OIDC_CLIENT_ID: 'greenlot',
    OUTAGE_MINUTES_MAX: 10_080,
  },
  secrets: { name: 'other', keys: { SECRET_KEY: 'key-2026' } },
  environment: { NODE_EXTRA_CA_CERTS: '/authority/ca.crt' },
  volumes: [{ name: 'authority', configMap: { name: 'authority' } }],
  volumeMounts: [{ name: 'authority', mountPath: '/authority', readOnly: true }],
  server: {
    replicas: 3,
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    podAnnotations: { team: 'auctions' },
  },
  proxy: { nodeSelector: { disk: 'fast' }, podAnnotations: { team: 'auctions' } },
  ingress: { enabled: true, className: 'haproxy', annotations: { 'haproxy.org/timeout-server': '120s' } },
  backup: { storageClass: 'slow', keep: 30 },
  ledger: { enabled: true },
  metrics: {
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
  },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { a: 'b' } } }],
    egress: [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [{ protocol: 'TCP', port: 5432 }] }],
  },
  serviceAccount: { annotations: { role: 'files' } },
};
const RESTORE = {
  ...MINIMAL,
  server: { replicas: 0 },
  restore: { file: 'greenlot-20261126T021700Z.tar.gz', replace: true },
};
const CASES: Readonly<Record<string, object>> = {
  'the least values': MINIMAL,
  'the example': yaml('example.yaml') as object,
  'without gateway, storage and jobs': ALONE,
  everything: { ...EVERYTHING, gateway: MINIMAL.gateway },
  'a restore': RESTORE,
};

let folder: TemporaryFolder;
let chart: ChartRenderer;
beforeAll(async () => {
  await mkdir(join(ROOT, '.data'), { recursive: true });
  folder = await temporaryFolder('chart', join(ROOT, '.data'));
  chart = buildRenderer(folder.path);
}, 300_000);
afterAll(() => folder.remove());

/** Returns the object of a kind whose name ends so. */
function find(objects: readonly KubernetesObject[], kind: string, name = ''): Tree {
  const found = objects.find((object) => object.kind === kind && object.metadata.name.endsWith(name));
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** Returns the specifications of all pods, by the name of their object. */
const podsOf = (objects: readonly Tree[]): [string, Tree][] =>
  objects.flatMap((object): [string, Tree][] => {
    const spec = object.kind === 'CronJob' ? object.spec.jobTemplate.spec : object.spec;
    return spec?.template ? [[object.metadata.name, spec.template.spec]] : [];
  });
const withOurImage = (objects: readonly Tree[]): [string, Tree][] =>
  podsOf(objects).filter(([name]) => name !== 'greenlot-proxy');

describe.each(Object.entries(CASES))('with %s', (_, values) => {
  test('every object is valid by the schemas of Kubernetes', () => {
    expect(judgeObjects(chart.objects(values), folder.path)).toEqual([]);
  });

  test('the values are valid, and the server starts with the settings', () => {
    expect(faultsOf(values)).toEqual([]);
    for (const [name, pod] of withOurImage(chart.objects(values))) {
      const { env } = pod.containers[0];
      const names = env.map((one: Tree) => one.name) as string[];
      expect([name, names]).toEqual([name, [...new Set(names)]]);
      expect(readConfig(inContainer(pod))).toMatchObject({ isProduction: true, METRICS_PORT: 9464 });
    }
  });

  test('no pod has privileges, a writable root file system, or rights in the cluster', () => {
    for (const [name, pod] of podsOf(chart.objects(values))) {
      expect([name, pod]).toEqual([
        name,
        expect.objectContaining({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: expect.objectContaining({
            runAsNonRoot: true,
            seccompProfile: { type: 'RuntimeDefault' },
          }) as object,
        }),
      ]);
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({ limits: { memory: expect.any(String) as string } });
      }
      for (const volume of pod.volumes) if (volume.emptyDir) expect(volume.emptyDir).toHaveProperty('sizeLimit');
    }
  });

  test('every pod mounts volumes that it has, and runs a script that exists', () => {
    for (const [name, pod] of podsOf(chart.objects(values))) {
      const volumes = pod.volumes.map((volume: Tree) => volume.name);
      const mounts = pod.containers[0].volumeMounts.map((mount: Tree) => mount.name);
      expect([name, mounts.toSorted()]).toEqual([name, volumes.toSorted()]);
      const [script] = pod.containers[0].args ?? [];
      if (script) expect(read(script)).not.toBe('');
    }
  });

  test('the notes name objects that exist', () => {
    const names = chart.objects(values).map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
    const named = [...chart.notes(values).matchAll(/\b(?:deployment|job)\/[\w-]+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(names).toContain(name);
  });
});

/** Returns the environment of a pod. The test creates the files of the secrets, which make-secrets.sh would create. */
function inContainer(pod: Tree): Record<string, string> {
  const { env } = pod.containers[0] as { env: { name: string; value: string }[] };
  const secrets = pod.volumes.find((volume: Tree) => volume.name === 'secrets').secret.items as Tree[];
  const paths = new Map(secrets.map(({ key, path }) => [`/run/secrets/greenlot/${path}`, `${made()}/${key}`]));
  return Object.fromEntries([
    ['NODE_ENV', 'production'],
    ...env
      .filter(({ name }) => !name.startsWith('NODE_'))
      .map(({ name, value }) => [name, name.endsWith('_FILE') ? (paths.get(value) ?? value) : value]),
  ]);
}

let secretsFolder: string | undefined;
/** Creates the secrets once, and returns their folder. */
function made(): string {
  if (secretsFolder === undefined) {
    secretsFolder = join(folder.path, 'secrets');
    execFileSync('bash', [join(ROOT, 'deploy/make-secrets.sh'), 'smtp://u:p@mail.example', secretsFolder]);
    execFileSync('cp', ['secret_key', 'key-2026'], { cwd: secretsFolder });
  }
  return secretsFolder;
}

describe('the values', () => {
  test('have a schema that names the settings of the server, secrets apart', () => {
    const { settings, secrets } = schema.properties;
    const ofChart = ['DEMO', 'GREENLOT_DATA', 'HOST', 'METRICS_HOST', 'METRICS_PORT', 'NODE_ENV', 'PORT'];
    const named: string[] = [...settings.propertyNames.enum, ...secrets.properties.keys.propertyNames.enum];
    expect([...named, ...ofChart].toSorted()).toEqual([...SETTINGS].toSorted());
  });

  test.each([
    ['a setting that the server does not know', { settings: { ...MINIMAL.settings, VARIANTE: 'TNBX' } }],
    ['a secret among the settings', { settings: { ...MINIMAL.settings, SMTP_URL: 'smtps://u:p@mail.example' } }],
    ['a setting in place of a secret', { secrets: { keys: { VARIANT: 'variant' } } }],
    ['a setting among the environment variables', { environment: { LOG_LEVEL: 'debug' } }],
    ['an unknown value', { replicas: 2 }],
    ['an unknown value below another', { server: { replica: 2 } }],
    ['a tag in the repository', { image: { repository: 'greenlot:latest' } }],
    ['an address without TLS', { settings: { PUBLIC_URL: 'http://greenlot.example' } }],
    ['no backup to keep', { backup: { keep: 0 } }],
    ['a path outside the backups', { restore: { file: '../etc/passwd' } }],
  ])('are refused by their schema with %s', (_, values) => {
    expect(faultsOf(values)).not.toEqual([]);
  });

  test.each([
    ['image.repository', { ...MINIMAL, image: {} }],
    ['settings.PUBLIC_URL', { ...MINIMAL, settings: { S3_ENDPOINT: 'https://s3.example' } }],
    ['settings.S3_ENDPOINT', { ...MINIMAL, settings: { PUBLIC_URL: 'https://greenlot.example' } }],
    ['gateway.parentRefs', { ...MINIMAL, gateway: {} }],
    ['ingress.className', { ...MINIMAL, ingress: { enabled: true } }],
    ['server.replicas', { ...RESTORE, server: { replicas: 1 } }],
  ])('are refused with a sentence that names %s', (name, values) => {
    expect(() => chart.objects(values)).toThrow(`Set ${name}`);
  });

  test('mount only secrets that make-secrets.sh creates and the server reads', async () => {
    const keys = Object.values<string>(yaml('values.yaml').secrets.keys);
    expect(await readdir(made())).toEqual(expect.arrayContaining(keys));
    const [, pod] = withOurImage(chart.objects(MINIMAL))[0] ?? [];
    const { items } = pod.volumes.find((volume: Tree) => volume.name === 'secrets').secret;
    expect(items.map(({ key }: Tree) => key).toSorted()).toEqual(keys.toSorted());
    expect(JSON.stringify(items)).not.toContain('password');
  });
});

const schema: Tree = JSON.parse(read('deploy/chart/values.schema.json'));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false }).compile(schema as object);

/** Returns the faults that the schema finds in the default values with these values on top. */
function faultsOf(values: object): string[] {
  validate(merge(yaml('values.yaml'), values));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Merges values as Helm does. A null removes a value. */
function merge(values: Tree, given: Tree): Tree {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  const merged = { ...values };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete merged[name];
    else merged[name] = merge(merged[name], value);
  }
  return merged;
}

describe('the chart', () => {
  test('has the version of the product', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(yaml('Chart.yaml')).toMatchObject({ version, appVersion: version });
    const [, pod] = withOurImage(chart.objects(MINIMAL))[0] ?? [];
    expect(pod.containers[0].image).toBe(`registry.example:5000/greenlot:${version}`);
  });

  test('has probes for existing paths, at the port of the image', () => {
    const server = find(chart.objects(MINIMAL), 'Deployment', '-server').spec.template.spec.containers[0];
    const pages = read('src/server/platform/runtime/health-checks.ts');
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(server[probe].httpGet.port).toBe('http');
      expect(pages).toContain(`'${server[probe].httpGet.path}'`);
    }
    expect(server.ports).toContainEqual({ name: 'http', containerPort: 3000 });
    expect(read('deploy/Dockerfile')).toContain('PORT=3000');
  });

  test('gives a server longer to stop than its settings allow, and Node less memory than the limit', () => {
    const settings = { ...MINIMAL.settings, DRAIN_SECONDS: 60, STOP_SECONDS: 90 };
    const objects = chart.objects({ ...MINIMAL, settings, server: { memoryMiB: 4096 } });
    const { spec } = find(objects, 'Deployment', '-server').spec.template;
    expect(spec.terminationGracePeriodSeconds).toBe(160);
    expect(spec.containers[0].resources.limits).toEqual({ memory: '4096Mi' });
    expect(spec.containers[0].env).toContainEqual({ name: 'NODE_OPTIONS', value: '--max-old-space-size=3072' });
  });

  test('runs nginx from the image and the configuration of compose.yaml, with the servers by their name', () => {
    const objects = chart.objects(MINIMAL);
    const { proxy } = parse(read('deploy/compose.yaml'), { merge: true }).services;
    expect(find(objects, 'Deployment', '-proxy').spec.template.spec.containers[0].image).toBe(proxy.image);
    const config = find(objects, 'ConfigMap', '-proxy').data['greenlot.conf'] as string;
    const servers = [...config.matchAll(/^\s*server (\S+:\d+ [^;]*);$/gm)].map(([, line]) => line);
    expect(servers).toEqual(['greenlot-server.shop.svc.cluster.local:3000 resolve max_fails=0']);
    expect(config.match(/RESOLVER/g)).toHaveLength(1);
    const ours = new Set(read('deploy/nginx.conf').split('\n'));
    expect(config.split('\n').filter((line) => line !== '' && !ours.has(line))).toEqual([
      expect.stringContaining('worker_processes 2;'),
      expect.stringContaining('resolver RESOLVER valid=5s;'),
      expect.stringContaining('resolve max_fails=0;'),
    ]);
    expect(find(objects, 'Service', '-server').spec).toMatchObject({ clusterIP: 'None' });
  });

  test('leads the gateway and the Ingress to nginx, under the host name of PUBLIC_URL', () => {
    const objects = chart.objects({ ...EVERYTHING, gateway: MINIMAL.gateway });
    expect(find(objects, 'HTTPRoute').spec).toMatchObject({
      hostnames: ['greenlot.example'],
      rules: [{ backendRefs: [{ name: 'greenlot-proxy', port: 80 }] }],
    });
    const { rules, tls } = find(objects, 'Ingress').spec;
    expect(rules[0].host).toBe('greenlot.example');
    expect(rules[0].http.paths[0].backend.service).toEqual({ name: 'greenlot-proxy', port: { name: 'http' } });
    expect(tls[0].hosts).toEqual(['greenlot.example']);
    expect(find(objects, 'Service', '-proxy').spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  });

  test('selects its own pods only: in services, budgets, policies and the monitor', () => {
    const objects = chart.objects({ ...EVERYTHING, gateway: MINIMAL.gateway }) as Tree[];
    const labels = objects.flatMap((object) => {
      const spec = object.kind === 'CronJob' ? object.spec.jobTemplate.spec : object.spec;
      return spec?.template ? [spec.template.metadata.labels as Record<string, string>] : [];
    });
    const selectors = objects.flatMap(({ kind, spec }) =>
      kind === 'Service' ? [spec.selector] : [spec?.selector?.matchLabels, spec?.podSelector?.matchLabels],
    );
    const used = selectors.filter((selector) => selector !== undefined) as Record<string, string>[];
    expect(used.length).toBeGreaterThan(8);
    for (const selector of used) {
      const chosen = labels.filter((of) => Object.entries(selector).every(([name, value]) => of[name] === value));
      expect([selector, chosen.length > 0]).toEqual([selector, true]);
    }
  });

  test('has the alerts of alerts.yml, for the job that the monitor creates', () => {
    const objects = chart.objects({ ...EVERYTHING, gateway: MINIMAL.gateway });
    expect(find(objects, 'PrometheusRule').spec).toEqual(parse(read('deploy/alerts.yml')));
    const service = find(objects, 'Service', '-server').metadata.labels;
    expect(service[find(objects, 'ServiceMonitor').spec.jobLabel]).toBe('greenlot');
  });

  test('migrates before anything else, without an object of the release', () => {
    const { metadata, spec } = find(chart.objects(MINIMAL), 'Job', '-migration');
    expect(metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const pod = spec.template.spec;
    expect(pod.serviceAccountName).toBeUndefined();
    expect(JSON.stringify(pod.volumes)).not.toMatch(/configMap|persistentVolumeClaim/);
    expect(chart.objects(RESTORE).some(({ metadata: { name } }) => name.endsWith('-migration'))).toBe(false);
  });

  test('limits every job in time, and keeps backups after an uninstallation', () => {
    const objects = chart.objects({ ...EVERYTHING, gateway: MINIMAL.gateway }) as Tree[];
    for (const { kind, spec } of objects.filter((object) => object.kind.endsWith('Job'))) {
      expect((kind === 'CronJob' ? spec.jobTemplate.spec : spec).activeDeadlineSeconds).toBeGreaterThan(0);
    }
    const backup = find(objects, 'CronJob', '-backup').spec;
    expect(backup).toMatchObject({ concurrencyPolicy: 'Forbid', successfulJobsHistoryLimit: 3, suspend: false });
    expect(backup.jobTemplate.spec.template.spec.containers[0].args).toEqual([
      'scripts/backup.ts',
      '/backups',
      '--keep',
      '30',
    ]);
    const claim = find(objects, 'PersistentVolumeClaim');
    expect(claim.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
    expect(find(chart.objects(RESTORE), 'CronJob', '-backup').spec.suspend).toBe(true);
  });

  test('is a folder of its own, in which links lead to files of deploy', async () => {
    expect(await readdir(join(CHART, 'files'))).toEqual(['alerts.yml', 'nginx.conf']);
    for (const name of await readdir(join(CHART, 'files')))
      expect(read(`deploy/chart/files/${name}`)).toBe(read(`deploy/${name}`));
  });
});

test('the schemas notice an unknown field and a wrong value', () => {
  const server = find(chart.objects(MINIMAL), 'Deployment', '-server');
  const judge = (change: (spec: Tree) => void): string[] => {
    const changed = structuredClone(server);
    change(changed.spec.template.spec);
    return judgeObjects([changed], folder.path);
  };
  expect(judge(() => undefined)).toEqual([]);
  expect(judge((spec) => (spec.containers[0].envFron = []))).toEqual([expect.stringContaining('"envFron"')]);
  expect(judge((spec) => (spec.terminationGracePeriodSeconds = 'long'))).toContainEqual(
    expect.stringContaining('terminationGracePeriodSeconds'),
  );
});
