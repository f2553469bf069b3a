// The health check of a container: ends with status 0 if its server accepts requests.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).catch(() => ({ ok: false }));
process.exit(ok ? 0 : 1);
