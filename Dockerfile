# Orbifold's command line, built from these sources:
#   docker build -t orbifold .
#   docker run --rm -v "$PWD:/work" orbifold infer model.uai
FROM eclipse-temurin:17-jdk-jammy AS build
WORKDIR /src
COPY . .
RUN ./gradlew --no-daemon :experiments:installDist

FROM eclipse-temurin:17-jre-jammy
LABEL org.opencontainers.image.title="Orbifold" \
      org.opencontainers.image.description="Symmetries of discrete graphical models, and inference that uses them" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /src/experiments/build/install/orbifold /opt/orbifold
# The archive of loaded classes holds for one folder and one Java, so it is made here again.
RUN /opt/orbifold/bin/orbifold-archive && useradd --create-home orbifold
USER orbifold
WORKDIR /work
ENTRYPOINT ["/opt/orbifold/bin/orbifold"]
CMD ["--help"]
