package io.zabdb.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What a program carries that embeds the client. */
class ClientDependenciesTest {

  /** The artifacts that a module needs where it runs, as its pom.xml names them. */
  private static List<String> artifacts(Path module) throws Exception {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(module.resolve("pom.xml").toFile())
            .getDocumentElement();
    NodeList dependencies = project.getElementsByTagName("dependency");
    List<String> artifacts = new ArrayList<>();
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      if (!"test".equals(text(dependency, "scope"))) {
        artifacts.add(text(dependency, "artifactId"));
      }
    }
    return artifacts;
  }

  private static String text(Element element, String name) {
    NodeList found = element.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent();
  }

  private static Set<String> carriedBy(String module) throws Exception {
    Set<String> carried = new TreeSet<>();
    Deque<String> toRead = new ArrayDeque<>(List.of(module));
    while (!toRead.isEmpty()) {
      for (String artifact : artifacts(Sources.impl().resolve(toRead.remove()))) {
        if (carried.add(artifact) && artifact.startsWith("zabdb-")) {
          toRead.add(artifact.substring("zabdb-".length()));
        }
      }
    }
    return carried;
  }

  @Test
  void aClientCarriesNeitherZooKeeperNorAStore() throws Exception {
    Set<String> carried = carriedBy("client");
    assertTrue(carried.contains("protobuf-java"), carried.toString());
    carried.removeIf(artifact -> !artifact.matches(".*(zookeeper|curator|rocksdb|jackson).*"));
    assertEquals(Set.of(), carried);
  }

  @Test
  void aClientCarriesNothingOfReplicas() throws Exception {
    Set<String> carried = carriedBy("client");
    carried.removeIf(artifact -> !artifact.startsWith("zabdb-"));
    assertEquals(Set.of("zabdb-budget", "zabdb-model", "zabdb-net", "zabdb-rpc"), carried);
  }

  @Test
  void whoeverFindsTheClusterByZooKeeperCarriesIt() throws Exception {
    Set<String> carried = carriedBy("client-zookeeper");
    assertTrue(carried.contains("curator-recipes"), carried.toString());
    assertTrue(carried.contains("zabdb-rpc"), carried.toString());
  }
}
