# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /strongroom
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json remix.config.js ./
COPY public ./public
COPY server ./server
COPY app ./app
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /strongroom
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

FROM node:24-bookworm-slim
# Fonts for documents that do not bring their own, LibreOffice for office documents, tini to reap its processes.
# ffmpeg for video and audio that browsers do not play.
# `docker build --build-arg LIBREOFFICE=off` leaves LibreOffice out: 320 MB less, and office documents are not shown;
# FFMPEG=off leaves ffmpeg out.
ARG LIBREOFFICE=on
ARG FFMPEG=on
RUN apt-get update \
    && apt-get install -y --no-install-recommends fonts-noto-cjk tini \
    && if [ "$LIBREOFFICE" != off ]; then apt-get install -y --no-install-recommends \
        fonts-crosextra-caladea \
        fonts-crosextra-carlito \
        fonts-dejavu-core \
        fonts-liberation2 \
        libreoffice-calc-nogui \
        libreoffice-core-nogui \
        libreoffice-impress-nogui \
        libreoffice-writer-nogui; fi \
    && if [ "$FFMPEG" != off ]; then apt-get install -y --no-install-recommends ffmpeg; fi \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /strongroom
COPY --from=packages /strongroom/node_modules ./node_modules
COPY --from=build /strongroom/build ./build
COPY package.json ./
# docker exec CONTAINER strongroom …
RUN printf '#!/bin/sh\nexec node /strongroom/build/server/cli.js "$@"\n' > /usr/local/bin/strongroom \
    && chmod 755 /usr/local/bin/strongroom
RUN mkdir /data && chown node:node /data
# LibreOffice and ffmpeg are confined to their own folders by Landlock, or not started (docs/operating.md).
ENV NODE_ENV=production \
    LIBREOFFICE_CONFINEMENT=required \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    MALLOC_TRIM_THRESHOLD_=4194304 \
    HOME=/tmp
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=8", "--heap-growing-percent=50", "build/server/index.js"]
